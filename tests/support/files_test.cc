// Temporary folders.
#include "support/files.h"

#include <gtest/gtest.h>

#include <filesystem>

namespace muster::tests {
namespace {

TEST(TemporaryFolders, hold_files_and_vanish) {
  std::string path;
  {
    const TemporaryFolder folder;
    path = folder.path();
    EXPECT_EQ(read_text(folder.write("a/b/c.txt", "text")), "text");
    EXPECT_EQ(read_text(folder.path_of("a/b/c.txt")), "text");
  }
  EXPECT_FALSE(std::filesystem::exists(path));
}

TEST(TemporaryFolders, are_each_their_own) {
  EXPECT_NE(TemporaryFolder().path(), TemporaryFolder().path());
}

}  // namespace
}  // namespace muster::tests
