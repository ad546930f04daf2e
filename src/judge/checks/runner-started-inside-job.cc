// A listener that another runner's job started.
#include "base/text.h"
#include "judge/check.h"
#include "judge/jobs.h"
#include "judge/quote.h"

#include <fmt/format.h>

#include <algorithm>

namespace muster::judge {
namespace {

// What ties a listener to a job, as one evidence line; nothing when no such tie is seen.
std::optional<Evidence> tie_by_environment(const facts::Process& listener, const Jobs& jobs) {
  const auto origin = jobs.origin(listener);
  if (!origin) return std::nullopt;
  return Evidence{
      {fmt::format("pid {}", listener.pid), origin->key, 0},
      fmt::format("carries the job environment of {}: {}", origin->product->name, origin->value)};
}

std::optional<Evidence> tie_by_ancestry(const facts::Process& listener, const facts::Runner& runner,
                                        const Jobs& jobs) {
  for (const facts::Process* ancestor : jobs.ancestors(listener)) {
    const std::string_view role = jobs.role(ancestor->pid);
    const bool own = std::ranges::find(runner.pids, ancestor->pid) != runner.pids.end();
    if (role == "job" || (role == "listener" && !own))
      return Evidence{{fmt::format("pid {}", ancestor->pid), "", 0},
                      fmt::format("its ancestor is the {} {} of {}", role, ancestor->name,
                                  jobs.product(ancestor->pid)->name)};
  }
  return std::nullopt;
}

std::optional<Evidence> tie_by_cgroup(const facts::Process& listener, const facts::Runner& runner,
                                      const facts::Host& host) {
  for (const facts::Runner& other : host.runners) {
    if (&other == &runner || (!other.config.empty() && other.config == runner.config)) continue;
    for (const std::string& unit : other.units) {
      const std::string_view name = base_name(unit);
      const auto parts = split(listener.cgroup, '/');
      const bool inside = std::ranges::find(parts, name) != parts.end();
      const bool own = std::ranges::find(runner.units, unit) != runner.units.end();
      if (inside && !own)
        return Evidence{
            {fmt::format("pid {}", listener.pid), "cgroup", 0},
            fmt::format("it lives in the unit of {}: {}", name_of(other), listener.cgroup)};
    }
  }
  return std::nullopt;
}

void run(const HostCase& context, Findings& findings) {
  const Jobs jobs(context.host, context.catalog);
  for (const facts::Runner& runner : context.host.runners)
    for (const int32_t pid : runner.pids) {
      const facts::Process* listener = jobs.find(pid);
      if (listener == nullptr) continue;
      std::vector<Evidence> evidence;
      for (auto tie :
           {tie_by_environment(*listener, jobs), tie_by_ancestry(*listener, runner, jobs),
            tie_by_cgroup(*listener, runner, context.host)})
        if (tie) evidence.push_back(*std::move(tie));
      if (evidence.empty()) {
        if (!listener->environment_read)
          findings.not_assessed(subject_of(runner),
                                "the environment of its process, readable as root");
        continue;
      }
      evidence.insert(evidence.begin(), quote(*listener));
      findings.add_about(runner,
                         fmt::format("{} was started by another runner's job.", name_of(runner)),
                         std::move(evidence));
    }
}

constexpr std::string_view references[] = {"https://attack.mitre.org/techniques/T1543/",
                                           "https://attack.mitre.org/techniques/T1059/004/"};

}  // namespace

extern const Check runner_started_inside_job{
    .id = "runner-started-inside-job",
    .title = "A runner was started from inside another runner's job",
    .severity = Severity::critical,
    .confidence = Confidence::certain,
    .why =
        "A daemon that polls for work must not descend from a job: it shows that a job's code, not "
        "an "
        "administrator, attached it. This is how a foothold on a build host is made to last.",
    .fix =
        "Keep the host as it is for evidence, find the job by the environment quoted here, and "
        "treat that "
        "repository or its author as hostile until shown otherwise.",
    .references = references,
    .run = run,
};

}  // namespace muster::judge
