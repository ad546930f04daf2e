// A map of which later entries replace earlier ones, kept in the order of first appearance.
#pragma once
#include "base/result.h"
#include "formats/document.h"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace muster::formats {

struct LatestEntry {
  std::string key;
  Place key_place;
  NodeKind kind = NodeKind::string;
  std::string text;
  Place place;
};

class LatestEntries {
 public:
  void set(LatestEntry entry);
  void forget(std::string_view key);               // as if it had never been set
  size_t size() const { return entries_.size(); }  // with the forgotten ones
  // The document, or too_large with the place of the entry that passed a limit.
  Result<Document> finish(const Limits& limits) &&;

 private:
  std::vector<std::optional<LatestEntry>> entries_;
  std::map<std::string, size_t, std::less<>> by_key_;
};

}  // namespace muster::formats
