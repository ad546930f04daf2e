// Problems of a roll, and the suggestions that go with them.
#include "roll/problems.h"

#include "base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

namespace muster::roll {
namespace {

// Edits (insert, drop, replace, swap of neighbours) that turn one word into the other; quadratic,
// so both are short.
size_t edits(std::string_view a, std::string_view b) {
  std::vector<size_t> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); j++) last[j] = j;
  for (size_t i = 1; i <= a.size(); i++) {
    row[0] = i;
    for (size_t j = 1; j <= b.size(); j++) {
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] != b[j - 1])});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], before[j - 2] + 1);
    }
    std::swap(before, last);
    std::swap(last, row);
  }
  return last[b.size()];
}

}  // namespace

void Problems::add(formats::Place place, std::string what, std::string advice) {
  if (full())
    left_out_++;
  else
    found_.push_back({line_of(place), std::move(what), std::move(advice)});
}

std::vector<Problem> Problems::take() {
  const auto order = [](const Problem& p) { return std::tie(p.at.line, p.at.column, p.what); };
  std::ranges::sort(found_, {}, order);
  const auto rest = std::ranges::unique(found_, {}, order);
  found_.erase(rest.begin(), rest.end());
  if (left_out_ > 0)
    found_.push_back({found_.back().at, fmt::format("{} more problems are not listed", left_out_),
                      "mend these first"});
  return std::move(found_);
}

std::string quoted(std::string_view text) {
  constexpr size_t longest = 80;
  if (text.size() <= longest) return fmt::format("\"{}\"", visible(text));
  size_t end = longest;
  while (end > longest - 4 && (static_cast<uint8_t>(text[end]) & 0xC0) == 0x80) end--;
  return fmt::format("\"{}...\"", visible(text.substr(0, end)));
}

std::string_view nearest(std::string_view text, std::span<const std::string_view> known) {
  constexpr size_t longest = 32;
  if (text.empty() || text.size() > longest) return {};
  const std::string word = lower(text);
  std::string_view best;
  size_t fewest = 3;  // three edits away is another word
  for (const std::string_view candidate : known) {
    const size_t apart = edits(word, candidate);
    if (apart < fewest && apart * 3 <= std::max(word.size(), candidate.size())) {
      fewest = apart;
      best = candidate;
    }
  }
  return best;
}

std::string any_of(std::span<const std::string_view> words) {
  std::string text;
  for (size_t i = 0; i < words.size(); i++) {
    if (i > 0) text += i + 1 < words.size() ? ", " : " or ";
    text += fmt::format("\"{}\"", words[i]);
  }
  return text;
}

}  // namespace muster::roll
