// Replaces aliases by their members, without recursion.
#include "formats/sudoers_aliases.h"

#include <fmt/format.h>

#include <algorithm>

namespace muster::formats {

Result<std::vector<std::string>> SudoAliasResolver::resolve(const std::vector<SudoItem>& items,
                                                            const SudoAliases& aliases) {
  std::vector<std::string> result;
  std::vector<Step> steps = {{{}, &items, 0, false}};
  while (!steps.empty()) {
    Step& step = steps.back();
    if (step.next == step.items->size()) {
      steps.pop_back();
      continue;
    }
    const SudoItem& item = (*step.items)[step.next++];
    const bool negated = item.negated != step.negated;
    if (++items_ > limits_.nodes)
      return fail(Errc::too_large, fmt::format("lists of more than {} names", limits_.nodes));
    const auto alias = aliases.find(item.name);
    if (alias == aliases.end()) {
      bytes_ += item.name.size();
      if (bytes_ > 4 * limits_.bytes) return fail(Errc::too_large, "aliases repeat too much text");
      result.push_back((negated ? "!" : "") + item.name);
      continue;
    }
    if (std::ranges::find(steps, alias->first, &Step::alias) != steps.end()) continue;
    if (steps.size() > limits_.depth)
      return fail(Errc::too_large, fmt::format("aliases within more than {}", limits_.depth));
    steps.push_back({alias->first, &alias->second, 0, negated});
  }
  return result;
}

}  // namespace muster::formats
