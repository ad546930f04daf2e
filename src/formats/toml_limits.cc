// Counts the levels, values and dotted keys of a TOML text by its brackets, commas and dots.
#include "formats/toml_limits.h"

#include "formats/input.h"
#include "formats/places.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace muster::formats {
namespace {

constexpr size_t most_dots_in_keys = 20'000;

// Steps over the string that begins at a quote; gives the offset behind it.
size_t after_string(std::string_view text, size_t at) {
  const char quote = text[at];
  const std::string triple(3, quote);
  const bool long_form = text.substr(at, 3) == triple;
  const bool escapes = quote == '"';
  at += long_form ? 3 : 1;
  while (at < text.size()) {
    if (escapes && text[at] == '\\') {
      at += 2;
    } else if (long_form && text.substr(at, 3) == triple) {
      at += 3;
      // Up to two quotes may stand before the closing three.
      while (at < text.size() && text[at] == quote) at++;
      return at;
    } else if (!long_form && (text[at] == quote || text[at] == '\n')) {
      return at + 1;
    } else {
      at++;
    }
  }
  return text.size();
}

struct Counter {
  Limits limits;
  std::vector<size_t> open = {};  // the dots before each open bracket
  size_t depth = 0;               // open brackets and the dots before them
  size_t dots = 0;                // since the last comma or line end
  size_t dots_in_keys = 0;
  size_t values = 0;

  void take(char c);
  std::string passed() const;
};

void Counter::take(char c) {
  switch (c) {
    case '.':
      dots++;
      break;
    case '=':
      values++;
      dots_in_keys += dots;
      break;
    case ',':
      values++;
      dots = 0;
      break;
    case '\n':
      dots = 0;
      break;
    case '[':
    case '{':
      values++;
      open.push_back(dots);
      depth += dots + 1;
      dots = 0;
      break;
    case ']':
    case '}':
      if (open.empty()) break;
      dots_in_keys += dots;
      dots = open.back();
      depth -= dots + 1;
      open.pop_back();
      break;
    default:
      break;
  }
}

std::string Counter::passed() const {
  if (depth + dots > limits.depth) return fmt::format("nested deeper than {} levels", limits.depth);
  if (values > limits.nodes) return fmt::format("more than {} nodes", limits.nodes);
  if (dots_in_keys > most_dots_in_keys)
    return fmt::format("more than {} dots in keys", most_dots_in_keys);
  return {};
}

}  // namespace

Result<> check_toml_limits(std::string_view text, const Limits& limits) {
  Counter counter{.limits = limits};
  for (size_t at = 0; at < text.size();) {
    const char c = text[at];
    if (c == '"' || c == '\'') {
      at = after_string(text, at);
      continue;
    }
    if (c == '#') {
      at = std::min(text.find('\n', at), text.size());
      continue;
    }
    counter.take(c);
    if (std::string which = counter.passed(); !which.empty())
      return refused(Places(text).of_byte(at), which);
    at++;
  }
  return {};
}

}  // namespace muster::formats
