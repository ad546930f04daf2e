// Flat documents whose later entries win.
#include "formats/latest_entries.h"

#include "formats/input.h"

#include <fmt/format.h>

namespace muster::formats {

void LatestEntries::set(LatestEntry entry) {
  const auto [found, fresh] = by_key_.try_emplace(entry.key, entries_.size());
  if (fresh)
    entries_.emplace_back(std::move(entry));
  else
    entries_[found->second] = std::move(entry);
}

void LatestEntries::forget(std::string_view key) {
  const auto found = by_key_.find(key);
  if (found != by_key_.end()) entries_[found->second].reset();
}

Result<Document> LatestEntries::finish(const Limits& limits) && {
  Document::Builder builder(limits);
  if (entries_.size() > limits.nodes)
    return refused({}, fmt::format("more than {} nodes", limits.nodes));
  if (!builder.begin(NodeKind::map, {1, 1})) return refused({1, 1}, builder.refusal());
  for (std::optional<LatestEntry>& entry : entries_) {
    if (!entry) continue;
    if (!builder.scalar(NodeKind::string, std::move(entry->key), entry->key_place) ||
        !builder.scalar(entry->kind, std::move(entry->text), entry->place))
      return refused(entry->key_place, builder.refusal());
  }
  builder.end();
  return std::move(builder).finish();
}

}  // namespace muster::formats
