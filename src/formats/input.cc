// Size check, byte order mark, errors with places.
#include "formats/input.h"

#include "base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace muster::formats {
namespace {

constexpr size_t most_problems = 100;

std::string placed(Place place, std::string_view what) {
  if (place.line == 0) return std::string(what);
  return fmt::format("{}:{}: {}", place.line, place.column, what);
}

}  // namespace

Result<std::string_view> admit(std::string_view text, const Limits& limits) {
  // Places are 32 bits wide, whatever the caller allows.
  const size_t largest = std::min<size_t>(limits.bytes, std::numeric_limits<uint32_t>::max());
  if (text.size() > largest)
    return fail(Errc::too_large,
                fmt::format("{} bytes, at most {} are read", text.size(), largest));
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  return text;
}

Result<> check_is_text(std::string_view text) {
  uint32_t number = 0;
  for (const std::string_view line : lines(text)) {
    number++;
    if (line.contains('\0')) return malformed({number, 1}, "a NUL byte");
    if (!is_utf8(line)) return malformed({number, 1}, "not UTF-8");
  }
  return {};
}

std::unexpected<Error> malformed(Place place, std::string_view what) {
  return fail(Errc::malformed, placed(place, what));
}

std::unexpected<Error> refused(Place place, std::string_view which_limit) {
  return fail(Errc::too_large, placed(place, which_limit));
}

void Problems::add(uint32_t line, std::string what) {
  if (list_.size() < most_problems)
    list_.emplace_back(line, std::move(what));
  else
    more_++;
}

std::vector<std::pair<uint32_t, std::string>> Problems::take() && {
  if (more_ > 0) list_.emplace_back(0, fmt::format("and {} more lines", more_));
  return std::move(list_);
}

std::string number_text(double value) {
  std::string text = fmt::format("{}", value);
  if (text.find_first_not_of("-0123456789") == text.npos) text += ".0";
  return text;
}

void append_utf8(std::string& text, uint32_t c) {
  if (c > 0x10FFFF || (c >= 0xD800 && c <= 0xDFFF)) c = 0xFFFD;
  const auto push = [&](uint32_t byte) { text += static_cast<char>(byte); };
  if (c < 0x80) return push(c);
  if (c < 0x800) {
    push(0xC0 | c >> 6);
  } else {
    if (c < 0x10000) {
      push(0xE0 | c >> 12);
    } else {
      push(0xF0 | c >> 18);
      push(0x80 | (c >> 12 & 0x3F));
    }
    push(0x80 | (c >> 6 & 0x3F));
  }
  push(0x80 | (c & 0x3F));
}

}  // namespace muster::formats
