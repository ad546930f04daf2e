// A process of job origin that the runner's clean-up at the end of the job did not end.
#include "base/text.h"
#include "judge/check.h"
#include "judge/jobs.h"
#include "judge/quote.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace muster::judge {
namespace {

std::string subject(const facts::Process& process) {
  const std::string_view program = process.exe.empty() ? process.name : process.exe;
  return fmt::format("process:{}", program);
}

Evidence quote_key(const facts::Process& process, const std::string& key, std::string_view value) {
  return {{fmt::format("pid {}", process.pid), key, 0},
          value.empty() ? "is empty" : std::string(value)};
}

// The runner that this process itself serves: a rogue one may come from a job.
const facts::Runner* served_by(const facts::Host& host, int32_t pid) {
  const auto found = std::ranges::find_if(host.runners, [&](const facts::Runner& runner) {
    return std::ranges::find(runner.pids, pid) != runner.pids.end();
  });
  return found == host.runners.end() ? nullptr : &*found;
}

// The runner whose product's job this was, when the host has exactly one of that product.
const facts::Runner* only_runner_of(const facts::Host& host, const catalog::Product& product) {
  const facts::Runner* found = nullptr;
  for (const facts::Runner& runner : host.runners) {
    if (runner.product != product.id) continue;
    if (found != nullptr) return nullptr;
    found = &runner;
  }
  return found;
}

bool has_runner_of(const facts::Host& host, const catalog::Product& product) {
  return std::ranges::find(host.runners, product.id, &facts::Runner::product) != host.runners.end();
}

Finding& report(const HostCase& context, const facts::Process& process,
                const catalog::Product& product, std::string message, Evidence evidence,
                Findings& findings) {
  Finding& finding = findings.add(subject(process), std::move(message),
                                  {quote(process), std::move(evidence)}, {product.id});
  const facts::Runner* runner = served_by(context.host, process.pid);
  if (runner == nullptr) runner = only_runner_of(context.host, product);
  if (runner != nullptr) finding.runner = subject_of(*runner);
  return finding;
}

// A tracking variable with a value the product never sets: the known way past the clean-up.
bool has_altered_tracking(const facts::Process& process, const catalog::Product& product) {
  const auto entry = process.environment.find(product.job.tracking);
  return !product.job.tracking.empty() && entry != process.environment.end() &&
         !catalog::matches(product.job.tracking_valid, entry->second);
}

void check_leftover(const HostCase& context, const facts::Process& process, const JobOrigin& origin,
                    const Jobs& jobs, Findings& findings) {
  const catalog::JobMarks& marks = origin.product->job;
  const std::string& key = marks.tracking.empty() ? marks.id : marks.tracking;
  const auto entry = process.environment.find(key);
  if (!key.empty() && entry == process.environment.end() && key == marks.tracking &&
      !jobs.in_a_tree(process) && has_runner_of(context.host, *origin.product)) {
    report(context, process, *origin.product,
           fmt::format("{} comes from a job but carries no {}, so the runner will not end it.",
                       process.name, key),
           quote_key(process, origin.key, origin.value), findings)
        .confidence = Confidence::likely;
    return;
  }
  if (key.empty() || entry == process.environment.end()) return;
  if (jobs.in_a_tree(process) || jobs.is_running(key, entry->second)) return;
  Finding& finding = report(
      context, process, *origin.product,
      fmt::format("{} outlived the job of {} that started it.", process.name, origin.product->name),
      quote_key(process, key, entry->second), findings);
  finding.confidence = Confidence::likely;
  // Where the product leaves processes alone on a normal finish, surviving evades nothing.
  if (!marks.kills_leftovers) finding.severity = Severity::low;
}

// In a runner unit's cgroup, yet without a job's marks and outside every tree, while no job runs:
// something emptied its environment (env -i, sudo) and detached.
void check_stray(const HostCase& context, const facts::Process& process, const Jobs& jobs,
                 Findings& findings) {
  if (!process.environment_read || process.parent != 1 || !jobs.role(process.pid).empty()) return;
  const auto parts = split(process.cgroup, '/');
  for (const facts::Runner& runner : context.host.runners) {
    const bool inside = std::ranges::any_of(runner.units, [&](const std::string& unit) {
      return std::ranges::find(parts, base_name(unit)) != parts.end();
    });
    const facts::Process* listener = runner.pids.empty() ? nullptr : jobs.find(runner.pids.front());
    if (!inside || listener == nullptr || process.started <= listener->started) continue;
    const bool job_runs =
        std::ranges::any_of(context.host.processes, [&](const facts::Process& other) {
          const auto ancestors = jobs.ancestors(other);
          return std::ranges::find(ancestors, listener) != ancestors.end();
        });
    if (job_runs) continue;
    Finding& finding = findings.add(
        subject(process),
        fmt::format("{} lives in the unit of {}, belongs to no job, and no job runs.", process.name,
                    name_of(runner)),
        {quote(process), {{fmt::format("pid {}", process.pid), "cgroup", 0}, process.cgroup}},
        {runner.product});
    finding.runner = subject_of(runner);
    finding.confidence = Confidence::likely;
    return;
  }
}

void run(const HostCase& context, Findings& findings) {
  const Jobs jobs(context.host, context.catalog);
  for (const facts::Process& process : context.host.processes) {
    // A container's processes end with the container; its product removes that.
    if (process.other_mount_namespace) continue;
    const auto origin = jobs.origin(process);
    if (!origin) {
      check_stray(context, process, jobs, findings);
    } else if (has_altered_tracking(process, *origin->product)) {
      const std::string& key = origin->product->job.tracking;
      report(context, process, *origin->product,
             fmt::format("{} carries an altered {}, so the runner will not end it with its job.",
                         process.name, key),
             quote_key(process, key, process.environment.at(key)), findings);
    } else {
      check_leftover(context, process, *origin, jobs, findings);
    }
  }
}

constexpr std::string_view references[] = {"https://attack.mitre.org/techniques/T1564/",
                                           "https://attack.mitre.org/techniques/T1036/"};

}  // namespace

extern const Check cleanup_evasion{
    .id = "cleanup-evasion",
    .title = "A job's process slipped past the clean-up",
    .severity = Severity::high,
    .confidence = Confidence::certain,
    .why =
        "Runners end what a job leaves behind by a variable in its environment. A process that "
        "changed it, "
        "or detached from its job, stays for the next job: it can read that job's files, memory "
        "and secrets.",
    .fix =
        "Look at what the process does before ending it; then end it, find the job that started "
        "it, and "
        "treat everything later jobs on this host used as exposed.",
    .references = references,
    .run = run,
};

}  // namespace muster::judge
