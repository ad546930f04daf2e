// Python's lexical rules: strings in all forms, comments, brackets, joined lines.
#include "formats/python_tokens.h"

#include "base/text.h"
#include "formats/input.h"

#include <charconv>

namespace muster::formats {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c) || c == '_' ||
         static_cast<uint8_t>(c) >= 0x80;
}

bool is_line_end(char c) { return c == '\n' || c == '\r'; }

bool is_quote(char c) { return c == '\'' || c == '"'; }

}  // namespace

void PythonTokens::step() {
  const char c = text_[at_++];
  if (c == '\n') {
    line_++;
    line_begin_ = at_;
  }
  if (is_line_end(c) || (c == '\f' && margin_ + 1 == at_)) margin_ = at_;
}

void PythonTokens::step_line_end() {
  if (peek() == '\r' && peek(1) == '\n') step();
  step();
}

// Skips blanks, comments and joined lines; false when a logical line ends here instead.
bool PythonTokens::skip_to_token() {
  while (at_ < text_.size()) {
    const char c = peek();
    if (c == '#') {
      while (at_ < text_.size() && !is_line_end(peek())) step();
    } else if (is_line_end(c)) {
      if (brackets_ == 0) return false;
      step_line_end();
    } else if (c == '\\' && is_line_end(peek(1))) {
      step();
      step_line_end();
    } else if (c == ' ' || c == '\t' || c == '\f') {
      step();
    } else {
      return true;
    }
  }
  return true;
}

PythonToken PythonTokens::word() {
  const bool number = is_digit(peek()) || peek() == '.';
  const size_t begin = at_;
  while (at_ < text_.size()) {
    const bool exponent_sign = number && (peek() == '-' || peek() == '+') && at_ > begin &&
                               (text_[at_ - 1] == 'e' || text_[at_ - 1] == 'E') &&
                               !text_.substr(begin).starts_with("0x");
    if (!is_word(peek()) && !(number && peek() == '.') && !exponent_sign) break;
    at_++;
  }
  value_ = text_.substr(begin, at_ - begin);
  return number ? PythonToken::number : PythonToken::name;
}

bool PythonTokens::numeric_escape(size_t digits, int base) {
  const std::string written(text_.substr(at_, digits));
  uint32_t code = 0;
  const char* const stop = written.data() + written.size();
  const auto [end, error] = std::from_chars(written.data(), stop, code, base);
  const bool octal = base == 8;
  if (error != std::errc() || (!octal && (end != stop || written.size() != digits))) return false;
  at_ += static_cast<size_t>(end - written.data());
  append_utf8(value_, code);
  return true;
}

// Behind a backslash: appends what it stands for; false when only Python's tables know it, or when
// it is broken.
bool PythonTokens::escape(std::string_view prefix) {
  const char c = peek();
  if (prefix.contains('r')) {
    value_ += '\\';
    value_ += c;
    step();
    return true;
  }
  constexpr std::string_view names = "\\'\"abfnrtv";
  constexpr std::string_view meanings = "\\'\"\a\b\f\n\r\t\v";
  if (const size_t i = names.find(c); i != names.npos) {
    value_ += meanings[i];
    step();
    return true;
  }
  if (c >= '0' && c <= '7') return numeric_escape(3, 8);
  if (is_line_end(c)) {
    step_line_end();
    return true;
  }
  if (c == 'N') return false;
  if (c == 'x' || c == 'u' || c == 'U') {
    at_++;
    return numeric_escape(c == 'x' ? 2 : c == 'u' ? 4 : 8, 16);
  }
  value_ += '\\';
  return true;
}

Result<PythonToken> PythonTokens::string(std::string_view prefix) {
  const char quote = peek();
  const bool triple = peek(1) == quote && peek(2) == quote;
  for (int i = triple ? 3 : 1; i > 0; i--) at_++;
  bool known = prefix.empty() || prefix == "r" || prefix == "u";
  value_.clear();
  while (at_ < text_.size()) {
    const char c = peek();
    if (c == quote && (!triple || (peek(1) == quote && peek(2) == quote))) {
      at_ += triple ? 3 : 1;
      return known ? PythonToken::text : PythonToken::other_text;
    }
    if (is_line_end(c)) {
      if (!triple) break;
      value_ += '\n';
      step_line_end();
    } else if (c == '\\' && at_ + 1 < text_.size()) {
      at_++;
      known = escape(prefix) && known;
    } else {
      value_ += c;
      step();
    }
  }
  return malformed(place_, "a string does not end");
}

Result<PythonToken> PythonTokens::next() {
  const bool has_token = skip_to_token();
  place_ = here();
  at_margin_ = at_ == margin_;
  value_.clear();
  if (at_ >= text_.size()) {
    if (brackets_ > 0) return malformed(place_, "a bracket does not close");
    return PythonToken::end;
  }
  if (!has_token) {
    step_line_end();
    return PythonToken::line_end;
  }
  const char c = peek();
  if (is_quote(c)) return string({});
  if (is_word(c) || (c == '.' && is_digit(peek(1)))) {
    const PythonToken kind = word();
    constexpr size_t longest_prefix = 2;
    if (kind != PythonToken::name || !is_quote(peek()) || value_.size() > longest_prefix)
      return kind;
    const std::string prefix = lower(value_);
    return prefix.find_first_not_of("rbuf") == prefix.npos ? string(prefix) : kind;
  }
  if (c == '(' || c == '[' || c == '{') brackets_++;
  if ((c == ')' || c == ']' || c == '}') && brackets_-- == 0)
    return malformed(place_, "a bracket that was not opened");
  value_ = c;
  at_++;
  return PythonToken::punctuation;
}

}  // namespace muster::formats
