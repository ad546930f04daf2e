// A runner installed where nobody installs runners: hidden, temporary, work or cache folders.
#include "base/text.h"
#include "judge/check.h"
#include "judge/quote.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace muster::judge {
namespace {

constexpr std::string_view temporary[] = {"/tmp",     "/var/tmp",  "/dev/shm",
                                          "/run/shm", "/run/user", "/run/lock"};
constexpr std::string_view caches[] = {"/var/cache"};

// "~/.x" stands for every account's home.
bool is_usual(const HostCase& context, const facts::Runner& runner) {
  const catalog::Product* product = context.catalog.find(runner.product);
  if (product == nullptr) return false;
  return std::ranges::any_of(product->usual_places, [&](std::string_view place) {
    if (!place.starts_with("~/")) return glob_matches(place, runner.path);
    const std::string_view rest = place.substr(1);
    return glob_matches(fmt::format("/home/*{}", rest), runner.path) ||
           glob_matches(fmt::format("/root{}", rest), runner.path) ||
           std::ranges::any_of(context.host.accounts, [&](const facts::Account& account) {
             return glob_matches(account.home + std::string(rest), runner.path);
           });
  });
}

std::optional<std::string> oddness(const HostCase& context, const facts::Runner& runner) {
  const auto below = [&](std::string_view folder) { return is_below(runner.path, folder); };
  if (std::ranges::any_of(temporary, below)) return "a temporary folder";
  for (const facts::Runner& other : context.host.runners)
    if (&other != &runner && !other.work_folder.empty() && other.path != runner.path &&
        below(other.work_folder))
      return fmt::format("the work folder of {}", name_of(other));
  if (std::ranges::any_of(caches, below)) return "a cache folder";
  if (is_usual(context, runner)) return std::nullopt;
  for (const std::string_view part : split(runner.path, '/')) {
    if (part == ".cache") return "a cache folder";
    if (part.size() > 1 && part.starts_with('.')) return "a hidden folder";
  }
  return std::nullopt;
}

void run(const HostCase& context, Findings& findings) {
  for (size_t i = 0; i < context.host.runners.size(); i++) {
    const facts::Runner& runner = context.host.runners[i];
    // The owner of a listed runner wrote this very place down.
    const bool approved_place = !context.matches.empty() && context.matches[i].entry != nullptr &&
                                context.matches[i].entry->path == runner.path;
    if (runner.path.empty() || approved_place) continue;
    const auto odd = oddness(context, runner);
    if (!odd) continue;
    findings.add_about(runner, fmt::format("{} is installed in {}.", name_of(runner), *odd),
                       {{{runner.path, "", 0}, *odd}});
  }
}

constexpr std::string_view references[] = {"https://attack.mitre.org/techniques/T1564/001/",
                                           "https://attack.mitre.org/techniques/T1036/005/"};

}  // namespace

extern const Check runner_in_odd_place{
    .id = "runner-in-odd-place",
    .title = "A runner is installed in a hidden, temporary, work or cache folder",
    .severity = Severity::medium,
    .confidence = Confidence::likely,
    .why =
        "Administrators install runners where other administrators look. Code inside a job can "
        "only write "
        "to work, cache, home and temporary folders, so a runner that it attaches ends up in one "
        "of them.",
    .fix =
        "Find out who installed it. If it is wanted, move it to a folder of its own that only its "
        "account "
        "and root can write, or write its path into its entry on the roll.",
    .references = references,
    .run = run,
};

}  // namespace muster::judge
