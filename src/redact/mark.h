// A place in a text that must not be shown, and how places become a redacted text.
#pragma once
#include "redact/redact.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace muster::redact {

struct Mark {
  size_t begin = 0;
  size_t end = 0;
  std::string kind = "unknown";
  std::string where{};  // empty: whatever the text as a whole is called
  bool certain = false;
};
using Marks = std::vector<Mark>;

// Joins overlapping marks: a known kind wins over an unknown one, a named carrier over none.
Marks merged(Marks marks);
// The text with each mark replaced; marks must be merged. Marks without a carrier get `where`.
Text render(std::string_view text, const Marks& marks, std::string_view where);

}  // namespace muster::redact
