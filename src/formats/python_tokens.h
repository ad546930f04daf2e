// The tokens of a Python file, as far as telling literals from code needs them.
#pragma once
#include "base/result.h"
#include "formats/document.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace muster::formats {

enum class PythonToken : uint8_t {
  name,
  number,
  text,         // a string literal whose value is known
  other_text,   // an f-string, bytes, or a string with escapes by name
  punctuation,  // one character
  line_end,     // of a logical line: not within brackets
  end,
};

// Reads one token after the other; holds one token's value at a time.
class PythonTokens {
 public:
  explicit PythonTokens(std::string_view text) : text_(text) {}

  // Moves to the next token. Error: malformed, for what Python could not read either.
  Result<PythonToken> next();
  // The token as it is written, or the value of a text.
  std::string_view value() const { return value_; }
  Place place() const { return place_; }
  bool at_margin() const { return at_margin_; }  // not indented

 private:
  bool skip_to_token();
  PythonToken word();
  Result<PythonToken> string(std::string_view prefix);
  bool escape(std::string_view prefix);
  bool numeric_escape(size_t digits, int base);
  char peek(size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }
  void step();
  void step_line_end();
  Place here() const { return {line_, static_cast<uint32_t>(at_ - line_begin_ + 1)}; }

  std::string_view text_;
  size_t at_ = 0;
  size_t line_begin_ = 0;  // for places: behind the last \n
  size_t margin_ = 0;      // for Python: behind the last \n, \r or leading form feed
  uint32_t line_ = 1;
  size_t brackets_ = 0;
  std::string value_;
  Place place_;
  bool at_margin_ = true;
};

}  // namespace muster::formats
