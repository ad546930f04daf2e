// Two things that run, or would start, one and the same registration.
#include "judge/check.h"
#include "judge/jobs.h"
#include "judge/quote.h"

#include <fmt/format.h>

#include <map>
#include <set>

namespace muster::judge {
namespace {

std::vector<Evidence> quote_all(const std::vector<int32_t>& pids, const Jobs& jobs) {
  std::vector<Evidence> evidence;
  for (const int32_t pid : pids)
    if (const facts::Process* process = jobs.find(pid)) evidence.push_back(quote(*process));
  return evidence;
}

std::vector<const facts::Unit*> autostarts(const facts::Runner& runner, const facts::Host& host) {
  std::vector<const facts::Unit*> units;
  for (const std::string& name : runner.units)
    if (const facts::Unit* unit = find_unit(host, name); unit != nullptr && unit->autostart)
      units.push_back(unit);
  return units;
}

void check_one(const facts::Runner& runner, const facts::Host& host, const Jobs& jobs,
               Findings& findings) {
  if (runner.pids.size() > 1)
    findings.add_about(runner,
                       fmt::format("{} live listeners serve the registration of {}.",
                                   runner.pids.size(), name_of(runner)),
                       quote_all(runner.pids, jobs), {"live"});
  const auto units = autostarts(runner, host);
  if (units.size() < 2) return;
  std::vector<Evidence> evidence;
  evidence.reserve(units.size());
  for (const facts::Unit* unit : units) evidence.push_back(quote(*unit));
  findings.add_about(runner,
                     fmt::format("{} units start {} at boot.", units.size(), name_of(runner)),
                     std::move(evidence), {"autostart"});
}

// The platform's own number for a runner in two places that both run: a copied registration.
void check_copies(const HostCase& context, Findings& findings) {
  std::map<std::string, std::vector<const facts::Runner*>> by_identity;
  for (const facts::Runner& runner : context.host.runners) {
    const std::string& id = !runner.platform_id.empty() ? runner.platform_id : runner.uuid;
    if (id.empty() || runner.scope.empty() || runner.shared_token) continue;
    if (!is_live(runner) && !starts_by_itself(runner, context.host)) continue;
    by_identity[fmt::format("{} {} {}", runner.platform, roll::normal_scope(runner.scope), id)]
        .push_back(&runner);
  }
  for (const auto& [identity, runners] : by_identity) {
    if (runners.size() < 2) continue;
    std::vector<Evidence> evidence;
    for (const facts::Runner* runner : runners)
      for (Evidence& line : quote(*runner, context.host)) evidence.push_back(std::move(line));
    findings.add_about(*runners.front(),
                       fmt::format("{} copies of the registration of {} are active.",
                                   runners.size(), name_of(*runners.front())),
                       std::move(evidence), {"copies", identity});
  }
}

void run(const HostCase& context, Findings& findings) {
  const Jobs jobs(context.host, context.catalog);
  // One file may hold many registrations that one process serves: said once for the file.
  std::set<std::pair<std::string, std::vector<int32_t>>> said;
  for (const facts::Runner& runner : context.host.runners) {
    if (runner.shared_token) continue;
    if (!runner.config.empty() && !said.emplace(runner.config, runner.pids).second) continue;
    check_one(runner, context.host, jobs, findings);
  }
  check_copies(context, findings);
}

constexpr std::string_view references[] = {"https://attack.mitre.org/techniques/T1543/002/"};

}  // namespace

extern const Check duplicate_execution_service{
    .id = "duplicate-execution-service",
    .title = "One registration is run or started twice",
    .severity = Severity::medium,
    .confidence = Confidence::likely,
    .why =
        "A second service for a known registration takes its jobs, and their secrets, whenever the "
        "first "
        "one is down or slower, and survives when the known service is stopped and removed.",
    .fix =
        "Decide which service is the real one, disable and remove the other, and register the "
        "runner anew "
        "so that a copied credential no longer works.",
    .references = references,
    .run = run,
};

}  // namespace muster::judge
