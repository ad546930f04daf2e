// Accounts and their groups.
#include "observe/host/accounts.h"

#include "base/text.h"
#include "observe/tree.h"

#include <gtest/gtest.h>

namespace muster::observe {
namespace {

using tests::Tree;

TEST(Accounts, name_the_primary_group_first_and_sort_the_others) {
  const Root root =
      Tree()
          .file("/etc/passwd", "root:x:0:0::/root:/bin/bash\nci:x:1001:1001::/home/ci:/bin/sh\n")
          .file("/etc/group", "root:x:0:\nwheel:x:10:ci\nci:x:1001:ci\ndocker:x:990:a,ci\n")
          .root();
  std::vector<facts::Gap> gaps;
  const Accounts accounts = read_accounts(root, gaps);
  const facts::Account* ci = accounts.find("ci");
  ASSERT_NE(ci, nullptr);
  EXPECT_EQ(ci->groups, (std::vector<std::string>{"ci", "docker", "wheel"}));
  EXPECT_EQ(ci->gids, (std::vector<uint32_t>{1001, 990, 10}));
  EXPECT_EQ(ci->home, "/home/ci");
  EXPECT_EQ(accounts.find(uint32_t{1001}), ci);
  EXPECT_EQ(accounts.find(uint32_t{0})->name, "root");
  EXPECT_EQ(accounts.find("nobody"), nullptr);
  EXPECT_EQ(accounts.group_names.at(990), "docker");
  EXPECT_TRUE(gaps.empty());
}

TEST(Accounts, write_a_group_without_a_name_as_its_number) {
  const Root root = Tree().file("/etc/passwd", "ci:x:1001:4711::/home/ci:/bin/sh\n").root();
  std::vector<facts::Gap> gaps;
  EXPECT_EQ(read_accounts(root, gaps).accounts.at(0).groups, std::vector<std::string>{"4711"});
}

TEST(Accounts, are_none_in_an_empty_tree) {
  std::vector<facts::Gap> gaps;
  EXPECT_TRUE(read_accounts(Tree().root(), gaps).accounts.empty());
  EXPECT_TRUE(gaps.empty());
}

TEST(Accounts, say_that_a_file_is_closed) {
  const Root root = Tree().file("/etc/passwd", "").closed("/etc/passwd").root();
  std::vector<facts::Gap> gaps;
  (void)read_accounts(root, gaps);
  ASSERT_EQ(gaps.size(), 1U);
  EXPECT_EQ(gaps[0].what, "/etc/passwd");
}

TEST(Accounts, hold_only_visible_text) {
  const Root root =
      Tree()
          .file("/etc/passwd", "a\xff\x1b[2J:x:1:1::/home/\xe2\x80\xae:/bin/sh\n\x80\x81garbage\n")
          .file("/etc/group", "g\x07:x:1:a\xff\x1b[2J\n")
          .root();
  std::vector<facts::Gap> gaps;
  for (const facts::Account& account : read_accounts(root, gaps).accounts) {
    EXPECT_EQ(account.name, visible(account.name));
    EXPECT_EQ(account.home, visible(account.home));
    for (const std::string& group : account.groups) EXPECT_EQ(group, visible(group));
    EXPECT_TRUE(is_utf8(account.name));
  }
}

}  // namespace
}  // namespace muster::observe
