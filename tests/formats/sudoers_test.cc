// Sudoers: the places where a reader that is almost right misses a rule.
#include "formats/accounts.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace muster::formats {
namespace {

using Names = std::vector<std::string>;

Sudoers parsed(std::string_view text) {
  Result<Sudoers> result = parse_sudoers(text);
  EXPECT_TRUE(result) << (result ? "" : result.error().what);
  return result ? *std::move(result) : Sudoers{};
}

TEST(Sudoers, a_comment_does_not_continue) {
  const Sudoers sudoers = parsed("# harmless \\\nci ALL=(ALL) NOPASSWD: ALL\n");
  ASSERT_EQ(sudoers.rules.size(), 1U);
  EXPECT_EQ(sudoers.rules[0].who, Names{"ci"});
  EXPECT_FALSE(sudoers.rules[0].password_needed);
  EXPECT_EQ(sudoers.rules[0].line, 2U);
}

TEST(Sudoers, a_quote_in_arguments_does_not_hide_the_next_line) {
  const Sudoers sudoers =
      parsed("a ALL=/bin/echo \" # quoted \\\nci ALL=(ALL) NOPASSWD: ALL\n# \" \n");
  ASSERT_EQ(sudoers.rules.size(), 2U);
  EXPECT_EQ(sudoers.rules[1].who, Names{"ci"});
}

TEST(Sudoers, an_id_is_not_a_comment) {
  const Sudoers sudoers = parsed("#1001 ALL=ALL\n%#27 ALL=(#0) ALL # comment\n# 12 ALL=ALL\n");
  ASSERT_EQ(sudoers.rules.size(), 2U);
  EXPECT_EQ(sudoers.rules[0].who, Names{"#1001"});
  EXPECT_EQ(sudoers.rules[1].who, Names{"%#27"});
  EXPECT_EQ(sudoers.rules[1].run_as, Names{"#0"});
}

TEST(Sudoers, tags_stay_in_force_until_they_are_changed) {
  const Sudoers sudoers =
      parsed("ci ALL=/a, NOPASSWD: /b, SETENV: /c, (www) /d, PASSWD: /e : OTHER=/f\n");
  ASSERT_EQ(sudoers.rules.size(), 5U);
  EXPECT_TRUE(sudoers.rules[0].password_needed);
  EXPECT_EQ(sudoers.rules[1].commands, (Names{"/b", "/c"}));
  EXPECT_FALSE(sudoers.rules[1].password_needed);
  EXPECT_EQ(sudoers.rules[2].run_as, Names{"www"});
  EXPECT_FALSE(sudoers.rules[2].password_needed);
  EXPECT_TRUE(sudoers.rules[3].password_needed);
  EXPECT_EQ(sudoers.rules[3].run_as, Names{"www"});
  EXPECT_EQ(sudoers.rules[4].run_as, Names{"root"});
}

TEST(Sudoers, an_alias_may_be_defined_below_its_use_and_within_another) {
  const Sudoers sudoers = parsed(
      "CI ALL=(OPS) !SHELLS, TOOLS\nUser_Alias CI = ci, %docker : ALL_CI = CI, x\n"
      "Runas_Alias OPS = root, #0\nCmnd_Alias TOOLS = /bin/a b, SHELLS\n"
      "Cmnd_Alias SHELLS = /bin/sh, !/bin/rbash\n");
  ASSERT_EQ(sudoers.rules.size(), 1U);
  EXPECT_EQ(sudoers.rules[0].who, (Names{"ci", "%docker"}));
  EXPECT_EQ(sudoers.rules[0].run_as, (Names{"root", "#0"}));
  EXPECT_EQ(sudoers.rules[0].commands,
            (Names{"!/bin/sh", "/bin/rbash", "/bin/a b", "/bin/sh", "!/bin/rbash"}));
  EXPECT_TRUE(sudoers.problems.empty());
}

TEST(Sudoers, an_alias_within_itself_ends) {
  const Sudoers sudoers = parsed("User_Alias A = B, a\nUser_Alias B = A, b\nA ALL=ALL\n");
  ASSERT_EQ(sudoers.rules.size(), 1U);
  EXPECT_EQ(sudoers.rules[0].who, (Names{"b", "a"}));
}

TEST(Sudoers, an_alias_bomb_is_refused) {
  std::string text = "A0 ALL=ALL\n";
  for (int i = 0; i < 40; i++) text += fmt::format("User_Alias A{0} = A{1}, A{1}\n", i, i + 1);
  const Result<Sudoers> result = parse_sudoers(text);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, Errc::too_large);
}

TEST(Sudoers, defaults_free_from_passwords) {
  EXPECT_EQ(parsed("Defaults !authenticate\n").no_password_for, Names{"ALL"});
  EXPECT_EQ(parsed("Defaults env_reset, !authenticate\nDefaults authenticate\n").no_password_for,
            Names{});
  EXPECT_EQ(parsed("Defaults:CI !authenticate\nUser_Alias CI=ci,%ci\n").no_password_for,
            (Names{"%ci", "ci"}));
  EXPECT_EQ(parsed("Defaults exempt_group=wheel\n").no_password_for, Names{"%wheel"});
  EXPECT_EQ(parsed("Defaults badpass_message=\"x, !authenticate\"\n").no_password_for, Names{});
  EXPECT_EQ(parsed("Defaults!/bin/ls !authenticate\n").problems.size(), 1U);
}

TEST(Sudoers, includes_are_not_comments) {
  const Sudoers sudoers = parsed(
      "#includedir /etc/sudoers.d\n  #include /no\n@include /etc/a\\ b\n@includedir \"/c d/\"\n"
      "#include/no\n");
  using Include = std::pair<std::string, uint32_t>;
  EXPECT_EQ(sudoers.includes,
            (std::vector<Include>{{"/etc/sudoers.d/", 1}, {"/etc/a b", 3}, {"/c d/", 4}}));
  EXPECT_TRUE(sudoers.problems.empty());
}

TEST(Sudoers, a_line_that_is_not_understood_is_said_and_gives_no_rule) {
  const Sudoers sudoers = parsed("ci ALL\nci ALL=ls\nci ALL=(root /bin/a\nci ALL=/a: x\n");
  EXPECT_TRUE(sudoers.rules.empty());
  EXPECT_EQ(sudoers.problems.size(), 4U);
}

}  // namespace
}  // namespace muster::formats
