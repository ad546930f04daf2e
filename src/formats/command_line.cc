// Command lines and environments of unit files, split by systemd's rules: quotes count anywhere
// in a word, C escapes everywhere, and an unknown escape stays as it is written.
#include "base/text.h"
#include "formats/input.h"
#include "formats/unit_file.h"

#include <algorithm>
#include <charconv>
#include <optional>

namespace muster::formats {
namespace {

constexpr std::string_view separators = " \t\n\r";

struct Word {
  std::string text;
  bool bare = true;  // without quotes and escapes
};

class Words {
 public:
  explicit Words(std::string_view text) : rest_(text) {}
  // Nothing at the end, and from a quote on that does not close.
  std::optional<Word> next();

 private:
  void escape(std::string& word);
  bool numeric_escape(std::string& word, size_t skip, size_t digits, int base);
  std::string_view rest_;
};

bool Words::numeric_escape(std::string& word, size_t skip, size_t digits, int base) {
  if (rest_.size() < skip + digits) return false;
  const char* const begin = rest_.data() + skip;
  uint32_t code = 0;
  const auto [end, error] = std::from_chars(begin, begin + digits, code, base);
  if (error != std::errc() || end != begin + digits || code == 0) return false;
  const bool is_byte = digits < 4;
  if (is_byte && code > 0xFF) return false;
  if (is_byte)
    word += static_cast<char>(code);
  else
    append_utf8(word, code);
  rest_.remove_prefix(skip + digits);
  return true;
}

// Behind a backslash.
void Words::escape(std::string& word) {
  constexpr std::string_view names = "abfnrtvs\\\"'";
  constexpr std::string_view meanings = "\a\b\f\n\r\t\v \\\"'";
  if (rest_.empty()) {
    word += '\\';
    return;
  }
  const char c = rest_[0];
  if (const size_t i = names.find(c); i != names.npos) {
    word += meanings[i];
    rest_.remove_prefix(1);
    return;
  }
  if (c == 'x' && numeric_escape(word, 1, 2, 16)) return;
  if (c == 'u' && numeric_escape(word, 1, 4, 16)) return;
  if (c == 'U' && numeric_escape(word, 1, 8, 16)) return;
  if (c >= '0' && c <= '7' && numeric_escape(word, 0, 3, 8)) return;
  word += '\\';
  word += c;
  rest_.remove_prefix(1);
}

std::optional<Word> Words::next() {
  rest_.remove_prefix(std::min(rest_.find_first_not_of(separators), rest_.size()));
  if (rest_.empty()) return std::nullopt;
  Word word;
  char quote = 0;
  while (!rest_.empty()) {
    const char c = rest_[0];
    if (quote == 0 && separators.contains(c)) break;
    rest_.remove_prefix(1);
    if (c == '\\') {
      word.bare = false;
      escape(word.text);
    } else if (c == quote) {
      quote = 0;
    } else if (quote == 0 && (c == '"' || c == '\'')) {
      word.bare = false;
      quote = c;
    } else {
      word.text += c;
    }
  }
  if (quote != 0) return std::nullopt;
  return word;
}

bool is_environment_name(std::string_view name) {
  const auto is_letter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  };
  return !name.empty() && is_letter(name[0]) &&
         std::ranges::all_of(name, [&](char c) { return is_letter(c) || (c >= '0' && c <= '9'); });
}

}  // namespace

std::vector<std::string> split_command(std::string_view value) {
  std::vector<std::string> result;
  Words words(value);
  bool begins_command = true;
  while (std::optional<Word> word = words.next()) {
    // A bare ";" separates commands; an escaped one is an argument.
    const bool separates = word->bare && word->text == ";";
    if (begins_command && !separates)
      word->text.erase(0, std::min(word->text.find_first_not_of("@-:+!"), word->text.size()));
    if (word->text == "\\;") word->text = ";";
    begins_command = separates;
    result.push_back(std::move(word->text));
  }
  return result;
}

std::vector<std::pair<std::string, std::string>> split_environment(std::string_view value) {
  std::vector<std::pair<std::string, std::string>> result;
  Words words(value);
  while (const std::optional<Word> word = words.next()) {
    const size_t equals = word->text.find('=');
    if (equals == std::string::npos) continue;
    const std::string_view name = std::string_view(word->text).substr(0, equals);
    if (is_environment_name(name)) result.emplace_back(name, word->text.substr(equals + 1));
  }
  return result;
}

}  // namespace muster::formats
