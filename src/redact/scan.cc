// Values in text, with and without quotes.
#include "redact/scan.h"

#include <algorithm>
#include <array>

namespace muster::redact {
namespace {

bool is_quote(char c) { return c == '"' || c == '\''; }

size_t end_of_line(std::string_view text, size_t at) {
  return std::min(text.find('\n', at), text.size());
}

// "$(pass show x)", "${{ secrets.X }}", "`pass x`": one value, blanks and all. Gives `at` for
// anything else.
size_t end_of_substitution(std::string_view text, size_t at) {
  constexpr std::array<std::array<std::string_view, 2>, 4> brackets = {
      {{"${{", "}}"}, {"{{", "}}"}, {"$(", ")"}, {"`", "`"}}};
  for (const auto& [open, close] : brackets) {
    if (!text.substr(at).starts_with(open)) continue;
    const std::string_view line = text.substr(0, end_of_line(text, at));
    const size_t end = line.find(close, at + open.size());
    return end == std::string_view::npos ? at : end + close.size();
  }
  return at;
}

size_t skip_blanks(std::string_view text, size_t at) {
  while (at < text.size() && (text[at] == ' ' || text[at] == '\t')) ++at;
  return at;
}

}  // namespace

bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r') || c == '\0'; }

bool is_name_character(char c) {
  return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '-' || c == '.';
}

Range value_at(std::string_view text, size_t at, char stop) {
  at = skip_blanks(text, at);
  size_t quote = at;
  while (quote < text.size() && text[quote] == '\\') ++quote;
  if (quote < text.size() && is_quote(text[quote])) {
    // An opening \" is closed by \", an opening " by the next " without a backslash.
    const size_t slashes = quote - at;
    const size_t begin = quote + 1;
    const size_t line = end_of_line(text, begin);
    for (size_t i = begin; i < line; ++i)
      if (text[i] == text[quote] && (slashes > 0 || text[i - 1] != '\\'))
        return {.begin = begin, .end = slashes > 0 ? std::max(begin, i - slashes) : i};
    return {.begin = begin, .end = line};
  }
  size_t end = end_of_substitution(text, at);
  while (end < text.size() && !is_blank(text[end]) && (stop == 0 || text[end] != stop)) ++end;
  return {.begin = at, .end = end};
}

Range rest_of_line(std::string_view text, size_t at) {
  at = skip_blanks(text, at);
  const size_t line = end_of_line(text, at);
  if (at > 0 && at < line && is_quote(text[at])) {
    const size_t close = text.substr(0, line).find(text[at], at + 1);
    return {.begin = at + 1, .end = std::min(close, line)};
  }
  return {.begin = at, .end = line};
}

}  // namespace muster::redact
