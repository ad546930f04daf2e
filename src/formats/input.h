// What every parser of this folder begins and ends with: the size check and its kinds of error.
#pragma once
#include "base/result.h"
#include "formats/document.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace muster::formats {

// The text without its byte order mark. Error: too_large.
Result<std::string_view> admit(std::string_view text, const Limits& limits);

// Error: malformed, for the first line that is not UTF-8 or contains a NUL byte.
Result<> check_is_text(std::string_view text);

// "3:7: <what>", or only <what> when the place is not known.
std::unexpected<Error> malformed(Place place, std::string_view what);
// The same for a limit that was passed.
std::unexpected<Error> refused(Place place, std::string_view which_limit);

// Lines that were not understood, with why: the first hundred and how many more there were.
class Problems {
 public:
  void add(uint32_t line, std::string what);
  std::vector<std::pair<uint32_t, std::string>> take() &&;

 private:
  std::vector<std::pair<uint32_t, std::string>> list_;
  size_t more_ = 0;
};

// A floating-point number as the shortest text that reads back as the same number and is not
// mistaken for a whole one.
std::string number_text(double value);

// Appends a code point as UTF-8; surrogates and values beyond U+10FFFF give U+FFFD.
void append_utf8(std::string& text, uint32_t code_point);

}  // namespace muster::formats
