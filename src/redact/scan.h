// Finding words and values in text that may be quoted in any way.
#pragma once
#include <cstddef>
#include <string_view>

namespace muster::redact {

bool is_blank(char c);
bool is_name_character(char c);  // of flags, keys and headers: letters, digits, _ - .

struct Range {
  size_t begin = 0;
  size_t end = 0;
  std::string_view of(std::string_view text) const { return text.substr(begin, end - begin); }
};

// The value that begins at `at`, behind blanks that stay on the line: what quotes enclose, else all
// up to the next blank or `stop` (0: no such character). Quotes may carry backslashes.
Range value_at(std::string_view text, size_t at, char stop = 0);
// All up to the end of the line, or to the quote that was open at `at`.
Range rest_of_line(std::string_view text, size_t at);

}  // namespace muster::redact
