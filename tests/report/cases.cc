// Hosts and verdicts that a report is made of.
#include "report/cases.h"

#include <fmt/format.h>

namespace muster::tests {
namespace {

using judge::Confidence;
using judge::Finding;
using judge::Severity;

Time at(std::string_view text) { return parse_time(text).value(); }

catalog::Product product(std::string id, std::string name,
                         std::map<std::string, std::string> not_on_host) {
  catalog::Product result;
  result.id = std::move(id);
  result.name = std::move(name);
  result.not_on_host = std::move(not_on_host);
  return result;
}

catalog::Catalog catalog() {
  catalog::Catalog result;
  result.products = {
      product("buildbot-worker", "Buildbot worker",
              {{"version", "the package database"},
               {"ephemeral", "the master's configuration"},
               {"token_expires",
                "nothing, the password is valid until the master's configuration changes"}}),
      product("github-actions-runner", "GitHub Actions runner",
              {{"token_expires", "nothing, its key is valid until the registration is deleted"},
               {"version", "the program's own answer"}}),
      product("gitlab-runner", "GitLab Runner",
              {{"ephemeral", "the platform's side"}, {"version", "the package database"}})};
  return result;
}

CasePtr build01(std::string name) {
  auto result = std::make_unique<Case>();
  result->name = std::move(name);
  result->catalog = catalog();
  facts::Host& host = result->host;
  host.hostname = "build01";
  host.machine = "0123456789abcdef";
  host.os = "Debian GNU/Linux 12 (bookworm)";
  host.kernel = "6.1.0-28-amd64";
  host.collected = at("2026-11-30T19:32:16Z");
  host.coverage = {"/",
                   true,
                   {"/", "/home"},
                   {"/proc: kernel file system", "/sys: kernel file system"},
                   412345,
                   35210,
                   231,
                   120,
                   57};
  return result;
}

roll::Entry entry(std::string name) {
  roll::Entry result;
  result.name = std::move(name);
  result.owner = "team-build@acme.example";
  result.approval = roll::Approval{"carol@acme.example", "CHG-1234", std::nullopt};
  result.lifetime = "persistent";
  result.teardown = roll::Teardown{"reimage", "1h"};
  return result;
}

facts::Runner github(std::string name, std::string path, int32_t pid) {
  facts::Runner runner;
  runner.product = "github-actions-runner";
  runner.platform = "github";
  runner.name = std::move(name);
  runner.scope = "https://github.com/acme";
  runner.platform_id = "4711";
  runner.config = path + "/.runner";
  runner.path = std::move(path);
  runner.user = "ci";
  runner.user_from = "process";
  runner.ephemeral = false;
  runner.version = "2.336.0";
  runner.pids = {pid};
  runner.sources = {{runner.config, "agentName", 3}};
  return runner;
}

facts::Runner buildbot(std::string name, std::string path) {
  facts::Runner runner;
  runner.product = "buildbot-worker";
  runner.platform = "buildbot";
  runner.name = std::move(name);
  runner.scope = "pb://127.0.0.1:9989";
  runner.config = path + "/buildbot.tac";
  runner.path = std::move(path);
  runner.user = "root";
  runner.user_from = "process";
  runner.pids = {4711};
  runner.sources = {{runner.config, "workername", 12}};
  return runner;
}

Finding finding(std::string check, Severity severity, const facts::Runner* runner,
                std::string message) {
  Finding result;
  result.check = std::move(check);
  result.severity = severity;
  result.runner = runner != nullptr ? judge::subject_of(*runner) : "";
  result.subject = runner != nullptr ? result.runner : "host:build01";
  result.message = std::move(message);
  result.fingerprint = judge::fingerprint(result.check, "build01", {result.subject});
  return result;
}

// Puts runners on the roll, or not; entries stand in the order of the listed runners.
void put(Case& host, std::vector<facts::Runner> runners, const std::vector<bool>& listed) {
  host.host.runners = std::move(runners);
  host.roll.emplace();
  host.roll->file = "roll.yaml";
  for (size_t i = 0; i < listed.size(); i++)
    if (listed[i]) host.roll->runners.push_back(entry(host.host.runners[i].name));
  host.verdict.matches.resize(listed.size());
  size_t next = 0;
  for (size_t i = 0; i < listed.size(); i++)
    if (listed[i]) {
      host.verdict.matches[i].entry = &host.roll->runners[next++];
      host.verdict.matches[i].by = "scope+id";
      host.verdict.matches[i].proven = true;
    }
}

CasePtr clean() {
  CasePtr result = build01("clean");
  result->roll.emplace();
  result->roll->file = "/etc/muster/roll.yaml";
  return result;
}

CasePtr authorised() {
  CasePtr result = build01("authorised");
  put(*result, {github("build-linux-01", "/opt/actions-runner", 812)}, {true});
  return result;
}

CasePtr rogue() {
  CasePtr result = build01("rogue");
  put(*result,
      {github("build-linux-01", "/opt/actions-runner", 812), buildbot("rogue-01", "/var/tmp/.w")},
      {true, false});
  Case& all = *result;
  const facts::Runner& listed = all.host.runners[0];
  facts::Runner& rogue = all.host.runners[1];
  rogue.units = {"system/buildbot-worker.service"};
  all.host.units = {{"buildbot-worker.service",
                     "system",
                     {"/etc/systemd/system/buildbot-worker.service"},
                     true,
                     {},
                     {}}};
  all.verdict.matches[1].almost =
      "entry worker-07 (roll.yaml:12) names scope pb://ci.acme.example:9989, this one "
      "is registered to pb://127.0.0.1:9989";

  Finding root =
      finding("runner-root-equivalent", Severity::medium, &listed,
              "Jobs of build-linux-01 run as ci, who can become root through the docker group.");
  root.evidence = {{{"/etc/group", "docker", 42}, "ci"},
                   {{"/run/docker.sock", "", 0}, "root:docker 0660"}};
  root.fix =
      "Take the account out of the group, or use a rootless engine:\n\n- gpasswd -d ci docker\n"
      "- see the engine's documentation for\n  rootless mode";
  Finding unlisted =
      finding("unlisted-runner", Severity::high, &rogue, "rogue-01 is on nobody's roll.");
  unlisted.evidence = {{{"/var/tmp/.w/buildbot.tac", "workername", 12}, "rogue-01"},
                       {{"/var/tmp/.w/buildbot.tac", "buildmaster_host", 10}, "127.0.0.1"},
                       {{"pid 4711", "", 0},
                        "/usr/bin/python3 /usr/bin/twistd3 --pidfile=twistd.pid --no_save "
                        "--python=/var/tmp/.w/buildbot.tac --logfile /dev/null"}};
  unlisted.fix =
      "Ask who registered it. If nobody answers, stop it and keep its folder as evidence;\n"
      "if it may exist, write an entry for it into the roll.";
  Finding odd = finding("runner-in-odd-place", Severity::high, &rogue,
                        "rogue-01 is installed in a hidden folder below /var/tmp.");
  odd.confidence = Confidence::likely;
  odd.evidence = {{{"/var/tmp/.w", "", 0}, ""}};
  odd.fix = "Find out how it came there.";
  Finding host =
      finding("credential-in-command-line", Severity::low, nullptr,
              "A credential stands in the arguments of a process that every user can read.");
  host.evidence = {{{"pid 99", "--token", 0}, "--token «redacted:github-classic»"}};
  host.fix = "Give it in a file that only its reader can open.";
  Finding excepted =
      finding("runner-root-equivalent", Severity::high, nullptr, "Excepted, so not shown.");
  excepted.excepted = true;
  all.verdict.findings = {unlisted, odd, root, host, excepted};
  all.verdict.not_assessed = {{"cleanup-evasion", "pid:99", "the environment of the process"}};
  return result;
}

CasePtr without_roll_and_blind() {
  CasePtr result = build01("gaps");
  Case& all = *result;
  all.host.collected_as = 1000;
  facts::Runner runner;
  runner.product = "gitlab-runner";
  runner.platform = "gitlab";
  runner.user = "gitlab-runner";
  runner.pids = {17, 18, 19, 20, 21, 22};
  runner.sources = {{"pid 17", "run", 0}};
  all.host.runners = {runner};
  for (int i = 1; i <= 25; i++)
    all.host.gaps.push_back({fmt::format("/home/user{:02}", i), "Permission denied", i % 2 == 0});
  const std::string subject = judge::subject_of(runner);
  for (const char* check : {"foreign-scope-runner", "second-runner", "unlisted-runner"})
    all.verdict.not_assessed.push_back({check, subject, "a roll"});
  return result;
}

CasePtr hostile() {
  CasePtr result = build01("hostile");
  const std::string escape = "\x1b]0;owned\x07\x1b[2J\x1b[31mroot\x1b[0m";
  const std::string lie = "ok\n\nNo CI runner was found on build01.\r\n";
  const std::string bidi = "runner-\u202e10-dliub\u202c\u200b\u009b31m";
  const std::string broken = "caf\xe9-\xff\xfe\x80";
  const std::string closing = "</script><script>alert(1)</script>";
  const std::string endless = "x" + std::string(5000, 'y') + "z";
  std::vector<facts::Runner> runners;
  for (const std::string& name : {escape, lie, bidi, broken, closing, endless})
    runners.push_back(github(name, "/opt/" + name, 812));
  put(*result, runners, std::vector<bool>(runners.size(), false));
  Case& all = *result;
  all.host.hostname = "build01" + escape;
  all.host.os = bidi;
  all.host.coverage.walked = {"/", "/mnt/" + lie};
  all.host.coverage.not_walked = {"/mnt/" + escape + ": " + broken};
  all.host.gaps = {{"/home/" + escape, lie, true}, {"/home/" + endless, broken, false}};
  all.verdict.matches[0].almost = lie + escape;
  for (const facts::Runner& runner : all.host.runners) {
    Finding said =
        finding("unlisted-runner", Severity::high, &runner, runner.name + " is on nobody's roll.");
    said.evidence = {{{runner.config, runner.name, 3}, runner.name}};
    said.fix = "Stop " + runner.name + " now.";
    all.verdict.findings.push_back(std::move(said));
  }
  all.verdict.not_assessed = {{"cleanup-evasion", escape, lie}};
  return result;
}

CasePtr inventory() {
  CasePtr result = rogue();
  result->name = "inventory";
  result->inventory = true;
  result->verdict.findings.clear();
  result->verdict.not_assessed.clear();
  return result;
}

}  // namespace

CasePtr host_with(size_t listed, size_t unlisted) {
  CasePtr result = build01("host");
  std::vector<facts::Runner> runners;
  std::vector<bool> is_listed(listed, true);
  is_listed.resize(listed + unlisted, false);
  for (size_t i = 0; i < is_listed.size(); i++)
    runners.push_back(
        github(fmt::format("r{}", i), fmt::format("/opt/r{}", i), static_cast<int32_t>(100 + i)));
  put(*result, std::move(runners), is_listed);
  return result;
}

std::vector<CasePtr> golden_cases() {
  std::vector<CasePtr> result;
  for (const auto make : {clean, authorised, rogue, without_roll_and_blind, hostile, inventory})
    result.push_back(make());
  return result;
}

}  // namespace muster::tests
