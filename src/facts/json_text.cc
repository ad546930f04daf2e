// Writes JSON without raw characters that a terminal would obey.
#include "facts/json_text.h"

#include "base/text.h"

#include <fmt/format.h>

#include <string_view>

namespace muster::facts {
namespace {

// How many bytes the character that starts with this byte has; the text is known to be UTF-8.
size_t length_of(uint8_t first) {
  return first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
}

uint32_t code_point(std::string_view character) {
  const auto byte = [&](size_t i) { return static_cast<uint8_t>(character[i]); };
  if (character.size() == 1) return byte(0);
  uint32_t value = byte(0) & (0xFFU >> (character.size() + 1));
  for (size_t i = 1; i < character.size(); i++) value = value << 6 | (byte(i) & 0x3FU);
  return value;
}

std::string escaped(uint32_t value) {
  if (value < 0x10000) return fmt::format("\\u{:04x}", value);
  value -= 0x10000;
  return fmt::format("\\u{:04x}\\u{:04x}", 0xD800 + (value >> 10), 0xDC00 + (value & 0x3FF));
}

}  // namespace

std::string json_text(const nlohmann::ordered_json& value) {
  using Json = nlohmann::ordered_json;
  const std::string dumped = value.dump(2, ' ', false, Json::error_handler_t::replace);
  std::string result;
  result.reserve(dumped.size() + 1);
  // The library has escaped everything below 0x20; what is left of the misleading characters can
  // only stand inside strings, where an escape means the same.
  for (std::string_view rest = dumped; !rest.empty();) {
    const size_t plain = std::min(
        rest.size(),
        static_cast<size_t>(
            std::ranges::find_if(rest, [](char c) { return static_cast<uint8_t>(c) >= 0x7F; }) -
            rest.begin()));
    result += rest.substr(0, plain);
    rest.remove_prefix(plain);
    if (rest.empty()) break;
    const std::string_view character = rest.substr(0, length_of(static_cast<uint8_t>(rest[0])));
    if (visible(character) == character)
      result += character;
    else
      result += escaped(code_point(character));
    rest.remove_prefix(character.size());
  }
  result += '\n';
  return result;
}

}  // namespace muster::facts
