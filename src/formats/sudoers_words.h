// Sudoers files below the level of grammar: logical lines, names, commands.
#pragma once
#include "base/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace muster::formats {

struct SudoersLine {
  std::string text;
  uint32_t number = 0;  // where it begins
};

// The lines that say something: continued ones joined, comments gone. A comment ends at its line's
// end, even behind a backslash: what follows is live. "#include" lines are not comments.
std::vector<SudoersLine> sudoers_lines(std::string_view text);

// A member of a list; names may be those of aliases.
struct SudoItem {
  std::string name;
  bool negated = false;
  bool operator==(const SudoItem&) const = default;
};

// Reads one logical line from left to right. Errors are malformed.
class SudoersCursor {
 public:
  explicit SudoersCursor(std::string_view line) : rest_(line) {}

  void skip_blanks();
  bool at_end();                         // but for blanks
  bool next_is(char c);                  // but for blanks
  bool eat(char c);                      // steps over the character if it is next
  bool eat_word(std::string_view word);  // the same for a word with a blank or a mark behind it
  std::string_view rest() const { return rest_; }
  void skip(size_t count) { rest_.remove_prefix(count); }

  Result<std::vector<SudoItem>> names();     // "ci, %docker, !root"
  Result<std::vector<SudoItem>> commands();  // of an alias: "/bin/a b, !SHELLS"
  Result<SudoItem> command();
  Result<> hosts();     // skips a list of hosts and the '=' behind it
  std::string value();  // one word, perhaps in double quotes

 private:
  bool negation();
  std::string name();
  Result<> digests();
  std::string path_and_arguments();
  void regular_expression(std::string& text);

  std::string_view rest_;
};

bool is_sudo_alias_name(std::string_view name);

}  // namespace muster::formats
