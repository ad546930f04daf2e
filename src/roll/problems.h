// Collects what is wrong in a roll while it is read.
#pragma once
#include "formats/document.h"
#include "roll/roll.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace muster::roll {

inline Line line_of(formats::Place place) { return {place.line, place.column}; }

class Problems {
 public:
  // Adds one, unless `most` are there already: nobody reads more, and a hostile file could make
  // millions.
  void add(formats::Place place, std::string what, std::string advice);
  bool full() const { return found_.size() >= most; }
  // In file order, each once; one more says so when some were left out.
  std::vector<Problem> take();

 private:
  static constexpr size_t most = 1000;
  std::vector<Problem> found_;
  size_t left_out_ = 0;
};

// A text as a problem quotes it: in quotes, control characters visible, shortened when long.
std::string quoted(std::string_view text);
// The one of `known` that was probably meant (few edits away); empty: none is near.
std::string_view nearest(std::string_view text, std::span<const std::string_view> known);
// `"a", "b" or "c"`.
std::string any_of(std::span<const std::string_view> words);

}  // namespace muster::roll
