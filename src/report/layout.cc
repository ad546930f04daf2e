// Terminal columns, word wrapping, and the page that reports are written on.
#include "report/layout.h"

#include "base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace muster::report {
namespace {

constexpr std::string_view bold = "1";

struct Range {
  uint32_t first, last;
};
// The blocks of East Asian wide characters and pictographs, coarsely: a column too many only makes
// a line break early.
constexpr Range wide[] = {{0x1100, 0x115F},   {0x2E80, 0xA4CF},   {0xAC00, 0xD7A3},
                          {0xF900, 0xFAFF},   {0xFE30, 0xFE6F},   {0xFF00, 0xFF60},
                          {0xFFE0, 0xFFE6},   {0x1F300, 0x1F64F}, {0x1F680, 0x1F6FF},
                          {0x1F900, 0x1FAFF}, {0x20000, 0x3FFFD}};
constexpr Range combining[] = {{0x0300, 0x036F}, {0x0483, 0x0489},  {0x0591, 0x05BD},
                               {0x0610, 0x061A}, {0x064B, 0x065F},  {0x1AB0, 0x1AFF},
                               {0x1DC0, 0x1DFF}, {0x20D0, 0x20FF},  {0xFE00, 0xFE0F},
                               {0xFE20, 0xFE2F}, {0xE0100, 0xE01EF}};

bool is_in(std::span<const Range> ranges, uint32_t c) {
  return std::ranges::any_of(ranges,
                             [c](Range range) { return c >= range.first && c <= range.last; });
}

bool continues(char c) { return (static_cast<uint8_t>(c) & 0xC0) == 0x80; }

// Where the character after the one at `begin` starts. The text is UTF-8.
size_t next_character(std::string_view text, size_t begin) {
  size_t end = begin + 1;
  while (end < text.size() && continues(text[end])) end++;
  return end;
}

size_t columns_of(std::string_view character) {
  if (character.size() == 1) return 1;
  uint32_t c = static_cast<uint8_t>(character[0]) & (0xFFU >> (character.size() + 1));
  for (const char byte : character.substr(1)) c = c << 6 | (static_cast<uint8_t>(byte) & 0x3FU);
  if (is_in(combining, c)) return 0;
  return is_in(wide, c) ? 2 : 1;
}

std::string_view paint_of(judge::Severity severity) {
  switch (severity) {
    case judge::Severity::critical:
      return "1;31";
    case judge::Severity::high:
      return "31";
    case judge::Severity::medium:
      return "33";
    case judge::Severity::low:
      return "36";
    case judge::Severity::info:
      return "2";
  }
  return "";
}

}  // namespace

size_t columns(std::string_view text) {
  size_t total = 0;
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = next_character(text, begin);
    total += columns_of(text.substr(begin, end - begin));
    begin = end;
  }
  return total;
}

std::string shown(std::string_view text, size_t limit) {
  // Bounds the work as well: each byte becomes at most four.
  const std::string safe = visible(text);
  if (safe.size() <= limit) return safe;
  size_t head = limit * 2 / 3, tail = safe.size() - limit / 3;
  while (head > 0 && continues(safe[head])) head--;
  while (tail < safe.size() && continues(safe[tail])) tail++;
  return fmt::format("{}[...+{}...]{}", safe.substr(0, head), grouped(tail - head),
                     safe.substr(tail));
}

std::vector<std::string> wrap(std::string_view text, size_t width) {
  std::vector<std::string> result;
  size_t used = 0;
  for (const std::string_view word : words(text)) {
    const size_t needed = columns(word);
    if (result.empty() || used + 1 + needed > width) {
      result.emplace_back(word);
      used = needed;
    } else {
      result.back().append(" ").append(word);
      used += 1 + needed;
    }
  }
  return result;
}

std::string grouped(uint64_t number) {
  std::string digits = std::to_string(number);
  for (size_t i = digits.size(); i > 3; i -= 3) digits.insert(i - 3, ",");
  return digits;
}

std::string quantity(uint64_t number, std::string_view thing) {
  const bool changes = thing.ends_with('y') && !thing.ends_with("ey");
  if (number == 1) return fmt::format("1 {}", thing);
  if (changes) return fmt::format("{} {}ies", grouped(number), thing.substr(0, thing.size() - 1));
  return fmt::format("{} {}{}", grouped(number), thing, thing.ends_with("ss") ? "es" : "s");
}

std::string enumerated(const std::vector<std::string>& things) {
  if (things.empty()) return "";
  if (things.size() == 1) return things.front();
  return fmt::format("{} and {}", fmt::join(things.begin(), things.end() - 1, ", "), things.back());
}

std::string duration(std::chrono::milliseconds time) {
  const auto count = std::max<int64_t>(time.count(), 0);
  if (count < 60'000) return fmt::format("{:.2f} s", static_cast<double>(count) / 1000);
  return fmt::format("{} min {} s", count / 60'000, count / 1000 % 60);
}

Page::Page(const TextStyle& style)
    : width_(static_cast<size_t>(std::clamp(style.width, 20, 1000))), colour_(style.colour) {}

std::string Page::painted(std::string_view text, std::string_view paint) const {
  if (!colour_ || paint.empty() || text.empty()) return std::string(text);
  return fmt::format("\x1b[{}m{}\x1b[0m", paint, text);
}

size_t Page::room(size_t indent) const {
  constexpr size_t longest_line = 110;  // longer lines of prose are hard to read
  return std::min(width_ - std::min(width_ / 2, indent),
                  longest_line - std::min(longest_line / 2, indent));
}

void Page::blank() {
  if (!text_.empty() && !text_.ends_with("\n\n")) text_ += '\n';
}

void Page::heading(std::string_view title, std::string_view rest) {
  put(title, bold, rest, 0, columns(title) + 2);
}

void Page::line(std::string_view text, size_t indent) {
  text_ += fmt::format("{:{}}{}\n", "", indent, text);
}

void Page::paragraph(std::string_view text, size_t indent) {
  for (const std::string& line : wrap(text, room(indent)))
    text_ += fmt::format("{:{}}{}\n", "", indent, line);
}

void Page::bold_paragraph(std::string_view text, size_t indent) {
  for (const std::string& line : wrap(text, room(indent)))
    text_ += fmt::format("{:{}}{}\n", "", indent, painted(line, bold));
}

void Page::labelled(std::string_view label, std::string_view text, size_t indent, size_t body) {
  put(label, "", text, indent, body);
}

void Page::severity(judge::Severity severity, std::string_view text, size_t indent, size_t body) {
  put(judge::to_string(severity), paint_of(severity), text, indent, body);
}

void Page::put(std::string_view label, std::string_view paint, std::string_view text, size_t indent,
               size_t body) {
  const std::vector<std::string> parts = wrap(text, room(body));
  text_ += fmt::format("{:{}}{}", "", indent, painted(label, paint));
  const size_t used = indent + columns(label);
  for (size_t i = 0; i < parts.size(); i++) {
    const bool same_line = i == 0 && (used < body || used + 1 + columns(parts[0]) <= width_);
    const size_t gap = label.empty() ? 0 : 1;
    const size_t blanks = !same_line ? body : used < body ? body - used : gap;
    text_ += fmt::format("{}{:{}}{}", same_line ? "" : "\n", "", blanks, parts[i]);
  }
  text_ += '\n';
}

}  // namespace muster::report
