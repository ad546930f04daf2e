// The lexical rules of sudoers(5).
#include "formats/sudoers_words.h"

#include "base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace muster::formats {
namespace {

constexpr std::string_view blanks = " \t\r";

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }

// "#27" and "#-1" are ids, any other "#" begins a comment.
bool is_id(std::string_view text) {
  text.remove_prefix(1);
  if (text.starts_with('-')) text.remove_prefix(1);
  return !text.empty() && is_digit(text[0]);
}

bool is_include_comment(std::string_view text) {
  for (const std::string_view word : {"#include", "#includedir"})
    if (text.starts_with(word) && text.size() > word.size() && blanks.contains(text[word.size()]))
      return true;
  return false;
}

class LineReader {
 public:
  explicit LineReader(std::string_view text) : text_(text) {}
  std::vector<SudoersLine> read() &&;

 private:
  void take();
  bool continuation();
  void finish();

  std::string_view text_;
  size_t at_ = 0;
  uint32_t number_ = 1;
  SudoersLine line_{{}, 1};
  bool quoted_ = false;
  bool in_command_ = false;  // where quotes have no meaning
  std::vector<SudoersLine> lines_;
};

void LineReader::finish() {
  const std::string_view content = trim(line_.text);
  // The margin counts: "#include" is a comment when it is indented.
  if (!content.empty()) lines_.push_back(std::move(line_));
  line_ = {{}, number_};
  quoted_ = in_command_ = false;
}

// At a backslash: steps over it and the line end behind it, if that is all there is.
bool LineReader::continuation() {
  const size_t end = std::min(text_.find_first_not_of(blanks, at_ + 1), text_.size());
  if (end < text_.size() && text_[end] != '\n') return false;
  at_ = std::min(end + 1, text_.size());
  number_++;
  line_.text += ' ';
  return true;
}

void LineReader::take() {
  const char c = text_[at_];
  if (c == '\n') {
    at_++;
    number_++;
    return finish();
  }
  if (c == '\\') {
    if (continuation()) return;
    line_.text += text_.substr(at_, 2);
    at_ += std::min<size_t>(2, text_.size() - at_);
    return;
  }
  const std::string_view rest = text_.substr(at_);
  const bool comment = c == '#' && !quoted_ && !is_id(rest);
  if (comment) {
    const std::string_view physical = rest.substr(0, rest.find('\n'));
    at_ += physical.size();
    if (line_.text.empty() && is_include_comment(physical)) line_.text = physical;
    return;
  }
  constexpr std::string_view before_words = " \t=:,!()";
  const bool begins_word = line_.text.empty() || before_words.contains(line_.text.back());
  if (c == '"' && !in_command_) quoted_ = !quoted_;
  if ((c == '/' || c == '^') && !quoted_ && begins_word) in_command_ = true;
  if (c == ',' || c == ':') in_command_ = false;
  line_.text += c;
  at_++;
}

std::vector<SudoersLine> LineReader::read() && {
  while (at_ < text_.size()) take();
  finish();
  return std::move(lines_);
}

}  // namespace

std::vector<SudoersLine> sudoers_lines(std::string_view text) { return LineReader(text).read(); }

bool is_sudo_alias_name(std::string_view name) {
  return !name.empty() && is_upper(name[0]) && name != "ALL" &&
         std::ranges::all_of(name, [](char c) { return is_upper(c) || is_digit(c) || c == '_'; });
}

void SudoersCursor::skip_blanks() { skip(std::min(rest_.find_first_not_of(blanks), rest_.size())); }

bool SudoersCursor::at_end() {
  skip_blanks();
  return rest_.empty();
}

bool SudoersCursor::next_is(char c) {
  skip_blanks();
  return rest_.starts_with(c);
}

bool SudoersCursor::eat(char c) {
  if (!next_is(c)) return false;
  skip(1);
  return true;
}

bool SudoersCursor::eat_word(std::string_view word) {
  skip_blanks();
  if (!rest_.starts_with(word)) return false;
  const std::string_view behind = rest_.substr(word.size());
  constexpr std::string_view marks = " \t\r=:@>!,\"";
  if (!behind.empty() && !marks.contains(behind[0])) return false;
  rest_ = behind;
  return true;
}

bool SudoersCursor::negation() {
  bool negated = false;
  while (eat('!')) negated = !negated;
  return negated;
}

// A user, group or host; empty when there is none.
std::string SudoersCursor::name() {
  std::string name;
  if (rest_.starts_with("%:")) {
    name = "%:";
    skip(2);
  }
  bool quoted = false;
  while (!rest_.empty()) {
    const char c = rest_[0];
    if (c == '"') {
      quoted = !quoted;
    } else if (c == '\\' && rest_.size() > 1) {
      uint8_t byte = 0;
      const bool hexadecimal = rest_[1] == 'x' && rest_.size() > 3;
      const char* const digits = rest_.data() + 2;
      if (hexadecimal && std::from_chars(digits, digits + 2, byte, 16).ptr == digits + 2) {
        name += static_cast<char>(byte);
        skip(4);
        continue;
      }
      name += rest_[1];
      skip(1);
    } else if (!quoted && std::string_view(" \t\r,:=()!>").contains(c)) {
      break;
    } else {
      name += c;
    }
    skip(1);
  }
  return name;
}

std::string SudoersCursor::value() {
  skip_blanks();
  if (!rest_.starts_with('"')) {
    std::string text;
    while (!rest_.empty() && !blanks.contains(rest_[0])) {
      if (rest_[0] == '\\' && rest_.size() > 1) skip(1);
      text += rest_[0];
      skip(1);
    }
    return text;
  }
  const size_t end = std::min(rest_.find('"', 1), rest_.size());
  std::string text(rest_.substr(1, end - 1));
  skip(std::min(end + 1, rest_.size()));
  return text;
}

Result<std::vector<SudoItem>> SudoersCursor::names() {
  std::vector<SudoItem> items;
  do {
    const bool negated = negation();
    skip_blanks();
    std::string text = name();
    if (text.empty()) return fail(Errc::malformed, "a name is missing");
    items.push_back({std::move(text), negated});
  } while (eat(','));
  return items;
}

Result<> SudoersCursor::hosts() {
  const size_t end = rest_.find('=');
  if (trim(rest_.substr(0, end)).empty()) return fail(Errc::malformed, "a host is missing");
  if (end == rest_.npos) return fail(Errc::malformed, "'=' is missing");
  skip(end + 1);
  return {};
}

// Skips "sha256:..." prefixes: they narrow a command to one file, which is no less a command.
Result<> SudoersCursor::digests() {
  while (true) {
    skip_blanks();
    const bool is_digest = rest_.starts_with("sha224") || rest_.starts_with("sha256") ||
                           rest_.starts_with("sha384") || rest_.starts_with("sha512");
    if (!is_digest) return {};
    skip(6);
    if (!eat(':')) return fail(Errc::malformed, "a digest without ':'");
    skip_blanks();
    skip(std::min(rest_.find_first_of(" \t,"), rest_.size()));
    eat(',');
  }
}

// From "^" through the "$" that ends a word.
void SudoersCursor::regular_expression(std::string& text) {
  while (!rest_.empty()) {
    const char c = rest_[0];
    const size_t taken = c == '\\' && rest_.size() > 1 ? 2 : 1;
    text += rest_.substr(0, taken);
    skip(taken);
    if (c == '$' && (rest_.empty() || std::string_view(" \t\r,:").contains(rest_[0]))) return;
  }
}

std::string SudoersCursor::path_and_arguments() {
  std::string text;
  while (!at_end() && rest_[0] != ',' && rest_[0] != ':') {
    if (!text.empty()) text += ' ';
    if (rest_[0] == '^') regular_expression(text);
    while (!rest_.empty() && !std::string_view(" \t\r,:").contains(rest_[0])) {
      const bool escaped = rest_[0] == '\\' && rest_.size() > 1;
      if (escaped && !std::string_view(",:=#").contains(rest_[1])) text += '\\';
      if (escaped) skip(1);
      text += rest_[0];
      skip(1);
    }
  }
  return text;
}

Result<SudoItem> SudoersCursor::command() {
  SudoItem item;
  item.negated = negation();
  TRY(digests());
  if (negation()) item.negated = !item.negated;
  skip_blanks();
  const std::string_view word = rest_.substr(0, rest_.find_first_of(" \t\r,:="));
  if (word == "ALL" || is_sudo_alias_name(word)) {
    item.name = std::string(word);
    skip(word.size());
    return item;
  }
  const bool is_path = word.starts_with('/') || word.starts_with('^');
  if (!is_path && word != "sudoedit" && word != "list")
    return fail(Errc::malformed,
                word.empty() ? "a command is missing" : "a command that is not a full path");
  item.name = path_and_arguments();
  return item;
}

Result<std::vector<SudoItem>> SudoersCursor::commands() {
  std::vector<SudoItem> items;
  do {
    TRY_ASSIGN(SudoItem item, command());
    items.push_back(std::move(item));
  } while (eat(','));
  return items;
}

}  // namespace muster::formats
