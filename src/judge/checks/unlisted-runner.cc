// A runner that matches no entry or pool of the roll.
#include "judge/check.h"
#include "judge/quote.h"

#include <fmt/format.h>

namespace muster::judge {
namespace {

void run(const HostCase& context, Findings& findings) {
  for (size_t i = 0; i < context.host.runners.size(); i++) {
    const facts::Runner& runner = context.host.runners[i];
    const Match& match = context.matches[i];
    if (match.listed()) continue;
    auto evidence = quote(runner, context.host);
    if (!match.almost.empty()) evidence.push_back({{context.roll->file, "", 0}, match.almost});
    Finding& finding = findings.add_about(
        runner, fmt::format("{} is on nobody's roll.", name_of(runner)), std::move(evidence));
    // A registration that nothing runs may be what is left of a runner that was retired properly.
    if (!is_live(runner) && !starts_by_itself(runner, context.host)) {
      finding.severity = Severity::medium;
      finding.message += " Nothing runs it now; its registration is still here.";
    }
  }
}

constexpr std::string_view references[] = {"https://attack.mitre.org/techniques/T1543/",
                                           "https://attack.mitre.org/techniques/T1078/"};

}  // namespace

extern const Check unlisted_runner{
    .id = "unlisted-runner",
    .title = "A runner is here that nobody listed",
    .severity = Severity::high,
    .confidence = Confidence::certain,
    .why =
        "Whoever can register a runner on a build host gives it work from outside: it runs with "
        "the "
        "host's network position and files, survives reboots, and no source code changes, so "
        "source "
        "review never sees it.",
    .fix =
        "Find out who attached it. If it is wanted, add it to the roll with an owner and an "
        "approval; "
        "if not, stop it, remove its registration on the platform, and treat the host as "
        "compromised.",
    .references = references,
    .needs_roll = true,
    .run = run,
};

}  // namespace muster::judge
