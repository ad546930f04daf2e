// What a fuzz target does with a document: reads every part of it and holds it to its promises.
#pragma once
#include "base/result.h"
#include "formats/document.h"

#include <cstdint>
#include <cstdlib>
#include <string_view>

namespace muster::fuzz {

inline void require(bool claim) {
  if (!claim) std::abort();
}

inline void walk(formats::Node node, std::string_view input) {
  require(node.place().line <= input.size() + 1 && node.place().column <= input.size() + 1);
  for (size_t i = 0; i < node.size(); i++) {
    if (node.is_list()) {
      walk(node.item(i), input);
      continue;
    }
    walk(node.key(i), input);
    walk(node.value(i), input);
    const bool findable = node.key(i).is_scalar() && node.key(i).kind() != formats::NodeKind::null;
    if (findable) require(node.find(node.key(i).text()).has_value());
  }
  (void)node.as_number();
  (void)node.as_boolean();
}

inline std::string_view text_of(const uint8_t* data, size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

inline void check(const Result<formats::Document>& document, std::string_view input) {
  if (!document) {
    require(document.error().code == Errc::malformed || document.error().code == Errc::too_large);
    require(!document.error().what.empty());
    return;
  }
  walk(document->root(), input);
}

}  // namespace muster::fuzz
