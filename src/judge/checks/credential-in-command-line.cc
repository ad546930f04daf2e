// A credential's value in a command line or unit that other accounts can read.
#include "base/text.h"
#include "judge/check.h"
#include "judge/jobs.h"
#include "judge/quote.h"

#include <fmt/format.h>

#include <algorithm>

namespace muster::judge {
namespace {

constexpr std::string_view unknown_kind = "unknown";

const facts::Runner* runner_with_pid(const facts::Host& host, int32_t pid) {
  const auto found = std::ranges::find_if(host.runners, [&](const facts::Runner& runner) {
    return std::ranges::find(runner.pids, pid) != runner.pids.end();
  });
  return found == host.runners.end() ? nullptr : &*found;
}

const facts::Runner* runner_with_unit(const facts::Host& host, const facts::Unit& unit) {
  const std::string name = fmt::format("{}/{}", unit.scope, unit.name);
  const auto found = std::ranges::find_if(host.runners, [&](const facts::Runner& runner) {
    return std::ranges::find(runner.units, name) != runner.units.end();
  });
  return found == host.runners.end() ? nullptr : &*found;
}

std::string kind_in_words(const HostCase& context, const std::string& kind) {
  const auto& kinds = context.catalog.credentials;
  const auto found = std::ranges::find(kinds, kind, &catalog::CredentialKind::id);
  return found == kinds.end() ? "a credential" : fmt::format("a credential ({})", found->name);
}

void say(const HostCase& context, const facts::Exposure& exposure, const facts::Runner* runner,
         const std::string& carrier, std::string_view where, Findings& findings) {
  const std::string_view name = std::string_view(carrier).substr(carrier.find(':') + 1);
  std::string message =
      fmt::format("{} shows {} in its {}.", name, kind_in_words(context, exposure.kind), where);
  std::vector<Evidence> evidence{{exposure.source, exposure.shown}};
  std::vector<std::string> identity{exposure.kind, exposure.source.place};
  if (runner != nullptr)
    findings.add_about(*runner, std::move(message), std::move(evidence), std::move(identity));
  else
    findings.add(carrier, std::move(message), std::move(evidence), std::move(identity));
}

void run(const HostCase& context, Findings& findings) {
  const Jobs jobs(context.host, context.catalog);
  for (const facts::Process& process : context.host.processes)
    for (const facts::Exposure& exposure : process.exposures) {
      // Text that merely looks random counts only where a runner program was handed it as a secret.
      const bool runner_program = !jobs.role(process.pid).empty();
      if (exposure.kind == unknown_kind && !runner_program) continue;
      const facts::Runner* runner = runner_with_pid(context.host, process.pid);
      say(context, exposure, runner, fmt::format("process:{}", process.name), "command line",
          findings);
    }
  for (const facts::Unit& unit : context.host.units)
    for (const facts::Exposure& exposure : unit.exposures) {
      const facts::Runner* runner = runner_with_unit(context.host, unit);
      if (exposure.kind == unknown_kind && runner == nullptr) continue;
      say(context, exposure, runner, fmt::format("unit:{}", unit.name), "unit file", findings);
    }
}

constexpr std::string_view references[] = {"https://attack.mitre.org/techniques/T1552/",
                                           "https://attack.mitre.org/techniques/T1057/"};

}  // namespace

extern const Check credential_in_command_line{
    .id = "credential-in-command-line",
    .title = "A credential stands in a command line or unit",
    .severity = Severity::medium,
    .confidence = Confidence::certain,
    .why =
        "Command lines are readable by every account of the host, and unit settings by everyone "
        "who may "
        "ask systemd. A runner's token there lets any job on the host register or impersonate the "
        "runner.",
    .fix =
        "Hand the credential over in a file that only the runner's account can read "
        "(EnvironmentFile=, "
        "LoadCredential=, the product's token-file option) and rotate it: it was readable until "
        "now.",
    .references = references,
    .run = run,
};

}  // namespace muster::judge
