// Places from what parsers count in. libyaml and toml++ count characters, not bytes, and libyaml
// takes U+2028 and its like for line ends, so that a hostile file could shift every line it
// reports. Here a line ends where an editor ends it: at \n.
#pragma once
#include "formats/document.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace muster::formats {

class Places {
 public:
  explicit Places(std::string_view text);  // the text must outlive this
  Place of_byte(size_t offset) const;
  Place of_character(size_t index) const;  // 0-based, over the whole text
  // From a 1-based line and a 1-based column in characters.
  Place of_column(size_t line, size_t column) const;

 private:
  struct Line {
    uint32_t byte = 0;
    uint32_t character = 0;
  };
  size_t byte_of(size_t character) const;

  std::string_view text_;
  std::vector<Line> lines_;      // where each begins
  std::vector<uint32_t> marks_;  // the byte of every 64th character: look-ups never walk a line
};

}  // namespace muster::formats
