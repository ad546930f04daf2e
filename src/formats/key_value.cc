// Lines of key=value or key: value, as Buildkite's agent reads its configuration.
#include "base/text.h"
#include "formats/input.h"
#include "formats/latest_entries.h"
#include "formats/parse.h"

#include <algorithm>

namespace muster::formats {
namespace {

constexpr std::string_view blanks = " \t";
constexpr std::string_view key_characters =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.";

size_t skip_blanks(std::string_view line, size_t at) {
  return std::min(line.find_first_not_of(blanks, at), line.size());
}

// The value of a quoted text that begins at a quote, or nothing when the quote does not end or
// something other than a comment follows it.
std::optional<std::string> quoted(std::string_view text) {
  const char quote = text[0];
  std::string value;
  for (size_t i = 1; i < text.size(); i++) {
    if (text[i] == quote) {
      const std::string_view rest = trim(text.substr(i + 1));
      if (!rest.empty() && rest[0] != '#') return std::nullopt;
      return value;
    }
    const bool escapes = text[i] == '\\' && quote == '"' && i + 1 < text.size();
    if (escapes && (text[i + 1] == '"' || text[i + 1] == 'n'))
      value += text[++i] == 'n' ? '\n' : '"';
    else
      value += text[i];
  }
  return std::nullopt;
}

std::string value_of(std::string_view text) {
  if (text.starts_with('"') || text.starts_with('\''))
    if (std::optional<std::string> value = quoted(text)) return *std::move(value);
  return std::string(trim(text.substr(0, text.find('#'))));
}

// Nothing when the line is not of either form.
std::optional<LatestEntry> entry_of(std::string_view line, uint32_t number) {
  size_t begin = skip_blanks(line, 0);
  constexpr std::string_view exporting = "export";
  if (line.substr(begin).starts_with(exporting)) {
    const size_t after = skip_blanks(line, begin + exporting.size());
    const bool is_word = after > begin + exporting.size();
    if (is_word && after < line.size() && key_characters.contains(line[after])) begin = after;
  }
  const size_t end = std::min(line.find_first_not_of(key_characters, begin), line.size());
  const size_t separator = skip_blanks(line, end);
  if (begin == end || separator == line.size()) return std::nullopt;
  if (line[separator] != '=' && line[separator] != ':') return std::nullopt;
  const size_t value = skip_blanks(line, separator + 1);
  const auto place = [&](size_t at) { return Place{number, static_cast<uint32_t>(at + 1)}; };
  return LatestEntry{std::string(line.substr(begin, end - begin)), place(begin), NodeKind::string,
                     value_of(line.substr(value)), place(value)};
}

}  // namespace

Result<Document> parse_key_value(std::string_view text, const Limits& limits) {
  TRY_ASSIGN(const std::string_view admitted, admit(text, limits));
  TRY(check_is_text(admitted));
  LatestEntries entries;
  uint32_t number = 0;
  for (const std::string_view line : lines(admitted)) {
    number++;
    const std::string_view content = trim(line);
    if (content.empty() || content[0] == '#') continue;
    std::optional<LatestEntry> entry = entry_of(line, number);
    if (!entry) return malformed({number, 1}, "neither key=value nor key: value");
    entries.set(*std::move(entry));
    if (entries.size() > limits.nodes) break;  // finish() refuses it, with the words for it
  }
  return std::move(entries).finish(limits);
}

}  // namespace muster::formats
