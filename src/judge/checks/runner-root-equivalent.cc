// The account that runs the jobs can become root.
#include "base/text.h"
#include "judge/check.h"
#include "judge/jobs.h"
#include "judge/quote.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace muster::judge {
namespace {

// Programs that give a root shell or a root file write to whoever may run them by sudo.
constexpr std::string_view root_programs[] = {"bash",    "sh",          "dash",   "zsh",
                                              "su",      "env",         "docker", "podman",
                                              "nerdctl", "systemd-run", "chroot", "nsenter"};

std::optional<Evidence> by_uid(const facts::Account& account) {
  if (account.uid != 0) return std::nullopt;
  return Evidence{{"/etc/passwd", account.name, 0}, "uid 0"};
}

std::optional<Evidence> by_group(const facts::Account& account) {
  if (std::ranges::find(account.groups, "disk") == account.groups.end()) return std::nullopt;
  return Evidence{
      {"/etc/group", "disk", 0},
      fmt::format("{} is a member: it can write the disk below the file system", account.name)};
}

bool names(const std::string& who, const facts::Account& account) {
  if (who == "ALL" || who == account.name || who == fmt::format("#{}", account.uid)) return true;
  return who.starts_with('%') &&
         std::ranges::find(account.groups, who.substr(1)) != account.groups.end();
}

bool gives_root(const facts::SudoGrant& grant) {
  const bool as_root = std::ranges::any_of(grant.run_as, [](const std::string& user) {
    return user == "root" || user == "ALL" || user == "#0";
  });
  return as_root && !grant.password_needed &&
         std::ranges::any_of(grant.commands, [](std::string_view command) {
           const std::string_view program = base_name(command.substr(0, command.find(' ')));
           return command == "ALL" ||
                  std::ranges::find(root_programs, program) != std::end(root_programs);
         });
}

// sudo lets the last rule that names an account decide.
std::optional<Evidence> by_sudo(const facts::Account& account,
                                const std::vector<facts::SudoGrant>& grants) {
  std::optional<Evidence> evidence;
  for (const facts::SudoGrant& grant : grants) {
    if (!names(grant.who, account)) continue;
    if (gives_root(grant))
      evidence = Evidence{grant.source, fmt::format("{} may run {} as root without a password",
                                                    grant.who, join(grant.commands, ", "))};
    else if (std::ranges::find(grant.commands, "ALL") != grant.commands.end() &&
             grant.password_needed)
      evidence.reset();
  }
  return evidence;
}

// Writing to an engine's socket starts containers that own the host. An engine that runs as the
// account itself (rootless) gives nothing more than the account has.
std::optional<Evidence> by_engine(const facts::Account& account, const std::vector<uint32_t>& gids,
                                  const std::vector<facts::EngineSocket>& engines) {
  for (const facts::EngineSocket& socket : engines) {
    if (socket.path.starts_with("/run/user/")) continue;
    const bool by_owner = socket.uid == account.uid && (socket.mode & 0200) != 0;
    const bool by_group =
        (socket.mode & 0020) != 0 && std::ranges::find(gids, socket.gid) != gids.end();
    if (by_owner || by_group || (socket.mode & 0002) != 0)
      return Evidence{{socket.path, "", 0},
                      fmt::format("{} may write to it and so start a container that owns the host",
                                  account.name)};
  }
  return std::nullopt;
}

// The groups its processes really have, else those the account would get.
std::vector<uint32_t> gids_of(const facts::Runner& runner, const facts::Account& account,
                              const Jobs& jobs) {
  std::vector<uint32_t> gids = account.gids;
  for (const int32_t pid : runner.pids)
    if (const facts::Process* process = jobs.find(pid);
        process != nullptr && process->uid == account.uid)
      std::ranges::copy(process->gids, std::back_inserter(gids));
  return gids;
}

// Jobs that a manager puts into containers do not run as the manager's account.
bool runs_jobs_elsewhere(const facts::Runner& runner) {
  return runner.executor.starts_with("docker") || runner.executor == "kubernetes" ||
         runner.executor == "instance" || runner.executor == "ssh";
}

void run(const HostCase& context, Findings& findings) {
  const Jobs jobs(context.host, context.catalog);
  for (const facts::Runner& runner : context.host.runners) {
    if (runs_jobs_elsewhere(runner)) {
      if (runner.privileged == true)
        findings.add_about(
            runner,
            fmt::format("Jobs of {} run in privileged containers, which own the host.",
                        name_of(runner)),
            {{runner.places.contains("privileged") ? runner.places.at("privileged")
                                                   : facts::Source{runner.config, "", 0},
              "privileged"}},
            {"privileged"});
      continue;
    }
    // A configuration file that root owns does not say who will run the jobs.
    if (runner.user_from == "file owner" && runner.user == "root") {
      findings.not_assessed(subject_of(runner),
                            "the account its jobs run as, from a process or a unit");
      continue;
    }
    const auto account =
        std::ranges::find(context.host.accounts, runner.user, &facts::Account::name);
    if (account == context.host.accounts.end()) {
      findings.not_assessed(subject_of(runner),
                            runner.user.empty()
                                ? "the account its jobs run as"
                                : fmt::format("the account {} in /etc/passwd", runner.user));
      continue;
    }
    std::vector<Evidence> evidence;
    for (auto way : {by_uid(*account), by_sudo(*account, context.host.sudo),
                     by_engine(*account, gids_of(runner, *account, jobs), context.host.engines),
                     by_group(*account)})
      if (way) evidence.push_back(*std::move(way));
    if (evidence.empty()) continue;
    findings.add_about(runner,
                       account->uid == 0 ? fmt::format("Jobs of {} run as root.", name_of(runner))
                                         : fmt::format("Jobs of {} run as {}, who can become root.",
                                                       name_of(runner), account->name),
                       std::move(evidence));
  }
}

constexpr std::string_view references[] = {"https://attack.mitre.org/techniques/T1548/003/",
                                           "https://attack.mitre.org/techniques/T1611/"};

}  // namespace

extern const Check runner_root_equivalent{
    .id = "runner-root-equivalent",
    .title = "Jobs can become root on the host",
    .severity = Severity::high,
    .confidence = Confidence::certain,
    .why =
        "A job that is root, or can become it, is not bounded by its runner: it can read every "
        "other "
        "runner's credentials, plant start-up logic and hide from what looks for it. One hostile "
        "pull "
        "request is then the whole host.",
    .fix =
        "Run jobs as an account of their own without sudo rights and without access to an engine's "
        "socket "
        "(a rootless engine serves instead), or make the host single-use and say so by an "
        "exception.",
    .references = references,
    .run = run,
};

}  // namespace muster::judge
