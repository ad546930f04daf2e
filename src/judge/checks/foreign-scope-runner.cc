// A runner that takes its work from an organisation, project or server the roll does not know.
#include "base/text.h"
#include "judge/check.h"
#include "judge/quote.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace muster::judge {
namespace {

// Every scope that the roll names anywhere, in comparable form.
std::set<std::string> known_scopes(const roll::Roll& roll) {
  std::set<std::string> scopes;
  const auto add = [&](std::string_view scope) {
    if (!scope.empty()) scopes.insert(roll::normal_scope(scope));
  };
  for (const roll::Entry& entry : roll.runners) add(entry.scope);
  for (const roll::Pool& pool : roll.pools) add(pool.scope);
  for (const roll::Registrar& registrar : roll.registrars) add(registrar.scope);
  return scopes;
}

std::string missing_fact(const HostCase& context, const facts::Runner& runner) {
  const catalog::Product* product = context.catalog.find(runner.product);
  if (product != nullptr)
    if (const auto need = product->not_on_host.find("scope"); need != product->not_on_host.end())
      return fmt::format("the runner's scope, from {}", need->second);
  return "the runner's scope, which its files and command line do not say";
}

void run(const HostCase& context, Findings& findings) {
  const auto known = known_scopes(*context.roll);
  for (const facts::Runner& runner : context.host.runners) {
    if (runner.scope.empty()) {
      findings.not_assessed(subject_of(runner), missing_fact(context, runner));
      continue;
    }
    // A repository below a listed organisation is not foreign.
    const std::string scope = roll::normal_scope(runner.scope);
    if (std::ranges::any_of(known,
                            [&](const std::string& listed) { return is_below(scope, listed); }))
      continue;
    findings.add_about(runner,
                       fmt::format("{} takes its jobs from {}, which the roll does not know.",
                                   name_of(runner), runner.scope),
                       {quote_field(runner, "scope", runner.scope)}, {scope});
  }
}

constexpr std::string_view references[] = {"https://attack.mitre.org/techniques/T1071/",
                                           "https://attack.mitre.org/techniques/T1219/"};

}  // namespace

extern const Check foreign_scope_runner{
    .id = "foreign-scope-runner",
    .title = "A runner takes its jobs from a scope the roll does not know",
    .severity = Severity::critical,
    .confidence = Confidence::certain,
    .why =
        "A runner that is registered to somebody else's organisation or server is remote control "
        "over "
        "allowed HTTPS traffic: whoever owns that scope runs commands on this host whenever they "
        "like.",
    .fix =
        "Stop the runner and preserve its folder as evidence. If the scope is yours, name it in "
        "the roll "
        "as a registrar's or an entry's scope.",
    .references = references,
    .needs_roll = true,
    .run = run,
};

}  // namespace muster::judge
