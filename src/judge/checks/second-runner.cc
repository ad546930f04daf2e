// An unlisted runner on a host that already has a listed one: runner on runner.
#include "judge/check.h"
#include "judge/quote.h"

#include <fmt/format.h>

namespace muster::judge {
namespace {

void run(const HostCase& context, Findings& findings) {
  const facts::Runner* listed = nullptr;
  for (size_t i = 0; i < context.matches.size() && listed == nullptr; i++)
    if (context.matches[i].listed()) listed = &context.host.runners[i];
  if (listed == nullptr) return;
  for (size_t i = 0; i < context.matches.size(); i++) {
    const facts::Runner& runner = context.host.runners[i];
    if (context.matches[i].listed()) continue;
    Finding& finding = findings.add_about(runner,
                                          fmt::format("{} stands beside {}, which is on the roll.",
                                                      name_of(runner), name_of(*listed)),
                                          {quote_field(runner, "name", name_of(runner)),
                                           quote_field(*listed, "name", name_of(*listed))});
    if (!is_live(runner) && !starts_by_itself(runner, context.host))
      finding.severity = Severity::medium;
  }
}

constexpr std::string_view references[] = {"https://attack.mitre.org/techniques/T1543/",
                                           "https://attack.mitre.org/techniques/T1195/002/"};

}  // namespace

extern const Check second_runner{
    .id = "second-runner",
    .title = "An unlisted runner stands beside a listed one",
    .severity = Severity::high,
    .confidence = Confidence::certain,
    .why =
        "An attacker who reached a build host through one job attaches a runner of their own to "
        "it. The "
        "listed runner keeps working, so nobody notices, and every later job on the host is within "
        "reach "
        "of the second one: workspaces, caches, credentials.",
    .fix =
        "Take the host out of service, end the unlisted runner, revoke what the listed runner's "
        "jobs could "
        "use since the second one appeared, and provision the host anew.",
    .references = references,
    .needs_roll = true,
    .run = run,
};

}  // namespace muster::judge
