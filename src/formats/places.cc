// Places from byte offsets, character offsets, and columns in characters.
#include "formats/places.h"

#include <algorithm>

namespace muster::formats {
namespace {

constexpr size_t stride = 64;

bool continues_character(char byte) { return (static_cast<uint8_t>(byte) & 0xC0) == 0x80; }

}  // namespace

Places::Places(std::string_view text) : text_(text) {
  lines_.push_back({});
  uint32_t characters = 0;
  for (uint32_t i = 0; i < text.size(); i++) {
    if (continues_character(text[i])) continue;
    if (characters % stride == 0) marks_.push_back(i);
    characters++;
    if (text[i] == '\n') lines_.push_back({i + 1, characters});
  }
}

size_t Places::byte_of(size_t character) const {
  if (character / stride >= marks_.size()) return text_.size();
  size_t byte = marks_[character / stride];
  for (size_t left = character % stride; left > 0 && byte < text_.size(); left--) {
    byte++;
    while (byte < text_.size() && continues_character(text_[byte])) byte++;
  }
  return byte;
}

Place Places::of_byte(size_t offset) const {
  offset = std::min(offset, text_.size());
  const auto after = std::ranges::upper_bound(lines_, offset, {}, &Line::byte);
  const auto line = static_cast<uint32_t>(after - lines_.begin());
  return {line, static_cast<uint32_t>(offset - std::prev(after)->byte + 1)};
}

Place Places::of_character(size_t index) const { return of_byte(byte_of(index)); }

Place Places::of_column(size_t line, size_t column) const {
  if (line == 0 || line > lines_.size()) return of_byte(text_.size());
  return of_character(lines_[line - 1].character + std::max<size_t>(column, 1) - 1);
}

}  // namespace muster::formats
