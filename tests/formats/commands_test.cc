// Command lines and environments of units, as systemd splits them.
#include "formats/unit_file.h"

#include <gtest/gtest.h>

namespace muster::formats {
namespace {

using Words = std::vector<std::string>;
using Variables = std::vector<std::pair<std::string, std::string>>;

TEST(SplitCommand, drops_the_prefix_characters) {
  EXPECT_EQ(split_command("-/bin/a b"), (Words{"/bin/a", "b"}));
  EXPECT_EQ(split_command("@-:+/bin/a b"), (Words{"/bin/a", "b"}));
  EXPECT_EQ(split_command("!!/bin/a -b"), (Words{"/bin/a", "-b"}));
}

TEST(SplitCommand, removes_quotes_anywhere_in_a_word) {
  EXPECT_EQ(split_command("/bin/a 'b c' \"d e\""), (Words{"/bin/a", "b c", "d e"}));
  EXPECT_EQ(split_command("/bin/a b'c d'e"), (Words{"/bin/a", "bc de"}));
  EXPECT_EQ(split_command("/bin/a ''"), (Words{"/bin/a", ""}));
  EXPECT_EQ(split_command("/bin/a \"it's\""), (Words{"/bin/a", "it's"}));
}

TEST(SplitCommand, resolves_c_escapes_and_keeps_unknown_ones) {
  EXPECT_EQ(split_command(R"(/bin/a \x41\102\u00e9 a\sb \t)"),
            (Words{"/bin/a", "AB\xC3\xA9", "a b", "\t"}));
  EXPECT_EQ(split_command(R"(/bin/a \q \x4 \x00 \)"),
            (Words{"/bin/a", "\\q", "\\x4", "\\x00", "\\"}));
  EXPECT_EQ(split_command(R"(/bin/a '\'' "\"" \\)"), (Words{"/bin/a", "'", "\"", "\\"}));
}

TEST(SplitCommand, leaves_variables_and_specifiers) {
  EXPECT_EQ(split_command("/bin/a $$ ${HOME} %% %h"),
            (Words{"/bin/a", "$$", "${HOME}", "%%", "%h"}));
}

TEST(SplitCommand, keeps_the_separator_of_commands) {
  EXPECT_EQ(split_command("/bin/a ; -/bin/b \\; c"), (Words{"/bin/a", ";", "/bin/b", ";", "c"}));
}

TEST(SplitCommand, gives_the_words_before_broken_quoting) {
  EXPECT_EQ(split_command("/bin/a b 'c d"), (Words{"/bin/a", "b"}));
  EXPECT_EQ(split_command(""), Words{});
  EXPECT_EQ(split_command(" \t "), Words{});
}

TEST(SplitEnvironment, gives_the_valid_assignments) {
  EXPECT_EQ(split_environment(R"("A=b c" D='e f' G=h=i J)"),
            (Variables{{"A", "b c"}, {"D", "e f"}, {"G", "h=i"}}));
  EXPECT_EQ(split_environment("1A=b =c A-B=d _x="), (Variables{{"_x", ""}}));
  EXPECT_EQ(split_environment(R"(A="b\x20c")"), (Variables{{"A", "b c"}}));
}

}  // namespace
}  // namespace muster::formats
