// sudo's rules through includes.
#include "observe/host/accounts.h"
#include "observe/tree.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace muster::observe {
namespace {

using testing::HasSubstr;
using tests::Tree;

struct Answer {
  std::vector<facts::SudoGrant> grants;
  std::vector<facts::Gap> gaps;
};
Answer read(const Tree& tree) {
  Answer answer;
  answer.grants = read_sudo(tree.root(), answer.gaps);
  return answer;
}

const facts::SudoGrant* grant_of(const Answer& answer, std::string_view who) {
  for (const facts::SudoGrant& grant : answer.grants)
    if (grant.who == who) return &grant;
  return nullptr;
}

TEST(Sudo, reads_a_grant_with_its_line) {
  const Answer answer = read(Tree().file(
      "/etc/sudoers", "# rules\nroot ALL=(ALL:ALL) ALL\nci ALL=(root) NOPASSWD: /usr/bin/apt\n"));
  const facts::SudoGrant* grant = grant_of(answer, "ci");
  ASSERT_NE(grant, nullptr);
  EXPECT_FALSE(grant->password_needed);
  EXPECT_EQ(grant->run_as, std::vector<std::string>{"root"});
  EXPECT_EQ(grant->commands, std::vector<std::string>{"/usr/bin/apt"});
  EXPECT_EQ(grant->source, (facts::Source{"/etc/sudoers", "", 3}));
  EXPECT_TRUE(answer.gaps.empty());
}

TEST(Sudo, reads_an_included_folder_as_sudo_does) {
  const Answer answer = read(Tree()
                                 .file("/etc/sudoers", "@includedir /etc/sudoers.d\n")
                                 .file("/etc/sudoers.d/ci", "\nci ALL=(ALL) NOPASSWD: ALL\n", 0440)
                                 .file("/etc/sudoers.d/README.txt", "dotted ALL=(ALL) ALL\n")
                                 .file("/etc/sudoers.d/old~", "backup ALL=(ALL) ALL\n"));
  ASSERT_EQ(answer.grants.size(), 1U);
  EXPECT_EQ(answer.grants[0].source, (facts::Source{"/etc/sudoers.d/ci", "", 2}));
}

TEST(Sudo, resolves_relative_includes_beside_the_including_file) {
  const Answer answer = read(Tree()
                                 .file("/etc/sudoers", "@include sudo-rules/first\n")
                                 .file("/etc/sudo-rules/first", "@include second\n")
                                 .file("/etc/sudo-rules/second", "ci ALL=(ALL) ALL\n"));
  ASSERT_EQ(answer.grants.size(), 1U);
  EXPECT_EQ(answer.grants[0].source.where, "/etc/sudo-rules/second");
}

TEST(Sudo, resolves_an_alias_of_another_file) {
  const Answer answer =
      read(Tree()
               .file("/etc/sudoers", "User_Alias BUILDERS = ci, deploy\n@include /etc/more\n")
               .file("/etc/more", "BUILDERS ALL=(ALL) NOPASSWD: ALL\n"));
  EXPECT_NE(grant_of(answer, "ci"), nullptr);
  EXPECT_NE(grant_of(answer, "deploy"), nullptr);
}

TEST(Sudo, keeps_the_line_numbers_after_an_include) {
  const Answer answer = read(Tree()
                                 .file("/etc/sudoers", "@include /etc/more\nci ALL=(ALL) ALL\n")
                                 .file("/etc/more", "a ALL=(ALL) ALL\nb ALL=(ALL) ALL\n# \\"));
  const facts::SudoGrant* grant = grant_of(answer, "ci");
  ASSERT_NE(grant, nullptr);
  EXPECT_EQ(grant->source, (facts::Source{"/etc/sudoers", "", 2}));
}

TEST(Sudo, frees_from_passwords_whom_a_defaults_line_frees) {
  const Answer answer = read(Tree().file(
      "/etc/sudoers", "Defaults:ci !authenticate\nci ALL=(ALL) ALL\nops ALL=(ALL) ALL\n"));
  ASSERT_NE(grant_of(answer, "ci"), nullptr);
  EXPECT_FALSE(grant_of(answer, "ci")->password_needed);
  EXPECT_TRUE(grant_of(answer, "ops")->password_needed);
}

TEST(Sudo, ends_an_include_loop_with_a_gap) {
  const Answer answer = read(Tree()
                                 .file("/etc/sudoers", "ci ALL=(ALL) ALL\n@include /etc/a\n")
                                 .file("/etc/a", "@include /etc/b\n")
                                 .file("/etc/b", "@include /etc/a\n"));
  EXPECT_NE(grant_of(answer, "ci"), nullptr);
  ASSERT_EQ(answer.gaps.size(), 1U);
  EXPECT_THAT(answer.gaps[0].why, HasSubstr("without end"));
}

TEST(Sudo, bounds_the_number_of_files) {
  Tree tree;
  tree.file("/etc/sudoers", "@includedir /etc/sudoers.d\n");
  for (int i = 0; i < 1500; i++)
    tree.file(fmt::format("/etc/sudoers.d/f{:04}", i), fmt::format("u{} ALL=(ALL) ALL\n", i));
  const Answer answer = read(tree);
  EXPECT_LT(answer.grants.size(), 1001U);
  ASSERT_EQ(answer.gaps.size(), 1U);
  EXPECT_THAT(answer.gaps[0].why, HasSubstr("too many files"));
}

TEST(Sudo, says_that_a_file_is_closed_and_reads_the_others) {
  const Answer answer = read(Tree()
                                 .file("/etc/sudoers", "@include /etc/a\nci ALL=(ALL) ALL\n")
                                 .file("/etc/a", "")
                                 .closed("/etc/a"));
  EXPECT_NE(grant_of(answer, "ci"), nullptr);
  ASSERT_EQ(answer.gaps.size(), 1U);
  EXPECT_EQ(answer.gaps[0].what, "/etc/a");
}

TEST(Sudo, grants_nothing_without_sudoers) {
  const Answer answer = read(Tree());
  EXPECT_TRUE(answer.grants.empty());
  EXPECT_TRUE(answer.gaps.empty());
}

TEST(Sudo, survives_bytes_that_are_no_text) {
  std::string noise = "ci ALL=(ALL) ALL\n";
  for (int i = 0; i < 4096; i++) noise += static_cast<char>(i * 7);
  const Answer answer = read(Tree().file("/etc/sudoers", noise));
  EXPECT_NE(grant_of(answer, "ci"), nullptr);
}

}  // namespace
}  // namespace muster::observe
