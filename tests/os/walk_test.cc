// A walk sees every name once, stays on its file system, and says what it did not see.
#include "os/walk.h"

#include "os/scratch.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>

namespace muster {
namespace {

using tests::in_child;
using tests::ScratchFolder;

struct Seen {
  std::vector<std::string> paths;  // sorted
  WalkSummary summary;
};

Seen see(const Root& root, std::string_view start, const WalkOptions& options = {},
         std::string_view leave_out = "?") {
  Seen seen;
  seen.summary = walk(root, start, options, [&](std::string_view directory, const DirEntry& entry) {
    seen.paths.push_back(fmt::format("{}{}{}", directory, directory == "/" ? "" : "/", entry.name));
    return entry.name != leave_out;
  });
  std::ranges::sort(seen.paths);
  return seen;
}

// The same small tree on disk and in memory.
class Trees {
 public:
  explicit Trees(const std::vector<std::string>& files) {
    MemoryTree tree;
    for (const std::string& file : files) {
      folder_.write(file, "x");
      tree[file] = {{.kind = FileKind::regular}, "x"};
    }
    roots_.push_back(*Root::on_disk(folder_.path()));
    roots_.push_back(Root::in_memory(std::move(tree)));
  }
  const std::vector<Root>& roots() const { return roots_; }

 private:
  ScratchFolder folder_;
  std::vector<Root> roots_;
};

using Paths = std::vector<std::string>;

TEST(Walk, visits_every_name_below_its_start) {
  const Trees trees({"/a/b/.runner", "/a/\xff", "/c"});
  for (const Root& root : trees.roots()) {
    const Seen all = see(root, "/");
    EXPECT_EQ(all.paths, (Paths{"/a", "/a/b", "/a/b/.runner", "/a/\xff", "/c"}));
    EXPECT_EQ(all.summary.entries, 5U);
    EXPECT_EQ(all.summary.directories, 3U);
    EXPECT_TRUE(all.summary.gaps.empty());
    EXPECT_EQ(see(root, "/a/b").paths, (Paths{"/a/b/.runner"}));
    EXPECT_EQ(see(root, "a/").paths, (Paths{"/a/b", "/a/b/.runner", "/a/\xff"}));
  }
}

TEST(Walk, does_not_enter_what_is_skipped_or_refused) {
  const Trees trees({"/a/b/c", "/d/e/f", "/g"});
  for (const Root& root : trees.roots()) {
    EXPECT_EQ(see(root, "/", {.skip = {"/a/b", "/d/"}}).paths, (Paths{"/a", "/a/b", "/d", "/g"}));
    EXPECT_EQ(see(root, "/", {}, "d").paths, (Paths{"/a", "/a/b", "/a/b/c", "/d", "/g"}));
    EXPECT_TRUE(see(root, "/a", {.skip = {"/a"}}).paths.empty());
  }
}

TEST(Walk, says_why_it_could_not_start) {
  const Trees trees({"/file"});
  for (const Root& root : trees.roots()) {
    const auto gaps = see(root, "/absent").summary.gaps;
    ASSERT_EQ(gaps.size(), 1U);
    EXPECT_EQ(gaps[0].path, "/absent");
    EXPECT_EQ(gaps[0].why, "No such file or directory");
    EXPECT_EQ(see(root, "/file").summary.gaps.at(0).why, "Not a directory");
  }
}

TEST(Walk, says_that_it_went_no_deeper) {
  const Trees trees({"/1/2/3/4/5", "/x"});
  for (const Root& root : trees.roots()) {
    const Seen seen = see(root, "/", {.max_depth = 2});
    EXPECT_EQ(seen.paths, (Paths{"/1", "/1/2", "/1/2/3", "/x"}));
    ASSERT_EQ(seen.summary.gaps.size(), 1U);
    EXPECT_EQ(seen.summary.gaps[0].path, "/1/2/3");
    EXPECT_EQ(seen.summary.gaps[0].why, "more than 2 directories deep");
  }
}

TEST(Walk, ends_at_its_limits_with_a_gap) {
  const Trees trees({"/a", "/b", "/c"});
  for (const Root& root : trees.roots()) {
    const Seen few = see(root, "/", {.max_entries = 2});
    EXPECT_EQ(few.paths.size(), 2U);
    EXPECT_EQ(few.summary.gaps.at(0).why, "the walk ended early in /: more than 2 entries");
    EXPECT_TRUE(see(root, "/", {.max_entries = 3}).summary.gaps.empty());
    const Seen late = see(root, "/", {.out_of_time = [] { return true; }});
    EXPECT_EQ(late.summary.gaps.at(0).why, "the walk ended early in /: out of time");
    EXPECT_EQ(late.summary.gaps.size(), 1U);
  }
}

TEST(Walk, follows_no_link) {
  const ScratchFolder folder;
  folder.write("/real/file", "");
  std::filesystem::create_directory_symlink("/real", folder.at("/link"));
  std::filesystem::create_directory_symlink("..", folder.at("/real/up"));
  EXPECT_EQ(see(*Root::on_disk(folder.path()), "/").paths,
            (Paths{"/link", "/real", "/real/file", "/real/up"}));
}

TEST(Walk, does_not_open_fifos_and_keeps_kinds) {
  const ScratchFolder folder;
  ASSERT_EQ(::mkfifo(folder.at("/fifo").c_str(), 0600), 0);
  folder.write("/file", "");
  std::vector<FileKind> kinds;
  walk(*Root::on_disk(folder.path()), "/", {}, [&](std::string_view, const DirEntry& entry) {
    kinds.push_back(entry.kind);
    return true;
  });
  std::ranges::sort(kinds);
  EXPECT_EQ(kinds, (std::vector{FileKind::regular, FileKind::fifo}));
}

TEST(Walk, stays_on_its_file_system) {
  const Root root = *Root::on_disk("/");
  bool below_proc = false;
  const WalkSummary summary =
      walk(root, "/", {.max_depth = 1}, [&](std::string_view directory, const DirEntry&) {
        below_proc |= directory.starts_with("/proc");
        return true;
      });
  EXPECT_FALSE(below_proc);
  EXPECT_EQ(std::ranges::count(summary.other_file_systems, "/proc"), 1);
}

// Replaces an open directory by the one at `name` in it.
bool step(int& directory, const char* name) {
  const int next = ::openat(directory, name, O_RDONLY | O_DIRECTORY);
  ::close(directory);
  directory = next;
  return next >= 0;
}

TEST(Walk, bounds_ten_thousand_nested_folders) {
  // In memory where possible: some disks take milliseconds for every folder that is removed.
  const ScratchFolder folder(::access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
  folder.write("/beside", "");
  int directory = ::open(folder.path().c_str(), O_RDONLY | O_DIRECTORY);
  int depth = 0;
  while (depth < 10'000 && ::mkdirat(directory, "d", 0755) == 0 && step(directory, "d")) depth++;
  EXPECT_EQ(depth, 10'000);
  const Root root = *Root::on_disk(folder.path());
  const Seen seen = see(root, "/");
  EXPECT_EQ(seen.summary.directories, 129U);
  ASSERT_EQ(seen.summary.gaps.size(), 1U);
  EXPECT_EQ(seen.summary.gaps[0].why, "more than 128 directories deep");
  EXPECT_EQ(seen.paths.front(), "/beside");
  const Seen deep = see(root, "/", {.max_depth = 900});
  EXPECT_EQ(deep.summary.gaps.at(0).why, "more than 900 directories deep");
  // From the inside out, since no path reaches the bottom.
  while (depth > 0 && step(directory, "..") && ::unlinkat(directory, "d", AT_REMOVEDIR) == 0)
    depth--;
  EXPECT_EQ(depth, 0);
  ::close(directory);
}

TEST(Walk, builds_no_path_that_is_too_long) {
  const std::string name(250, 'n');
  MemoryTree tree;
  std::string path;
  for (int i = 0; i < 20; i++) path += "/" + name;
  tree[path] = {{.kind = FileKind::regular}, ""};
  const Seen seen = see(Root::in_memory(tree), "/");
  ASSERT_EQ(seen.summary.gaps.size(), 1U);
  EXPECT_EQ(seen.summary.gaps[0].why, "its path is longer than 4095 bytes");
}

TEST(Walk, keeps_a_thousand_gaps_and_counts_the_others) {
  MemoryTree tree;
  for (int i = 0; i < 1100; i++)
    tree[fmt::format("/{}", i)] = {{.kind = FileKind::directory}, "", true};
  const Seen seen = see(Root::in_memory(tree), "/");
  EXPECT_EQ(seen.summary.gaps.size(), 1000U);
  EXPECT_EQ(seen.summary.gaps_left_out, 100U);
  EXPECT_EQ(seen.summary.gaps[0].why, "Permission denied");
}

TEST(Walk, says_what_an_ordinary_user_may_not_enter) {
  if (!tests::is_root()) GTEST_SKIP() << "only root can become another user";
  const ScratchFolder folder;
  folder.write("/closed/file", "");
  folder.write("/open/file", "");
  ::chmod(folder.at("/closed").c_str(), 0700);
  EXPECT_EQ(in_child([&] {
              tests::become_nobody();
              const Seen seen = see(*Root::on_disk(folder.path()), "/");
              const bool said = seen.summary.gaps.size() == 1 &&
                                seen.summary.gaps[0].path == "/closed" &&
                                seen.summary.gaps[0].why == "Permission denied";
              return said && seen.paths == Paths{"/closed", "/open", "/open/file"} ? 0 : 1;
            }),
            0);
}

TEST(Walk, takes_vanishing_directories_calmly) {
  const ScratchFolder folder;
  const pid_t churner = ::fork();
  if (churner == 0) {
    for (;;) {
      for (int i = 0; i < 50; i++) ::mkdir(folder.at(fmt::format("/{}", i)).c_str(), 0755);
      for (int i = 0; i < 50; i++) ::rmdir(folder.at(fmt::format("/{}", i)).c_str());
    }
  }
  const Root root = *Root::on_disk(folder.path());
  for (int i = 0; i < 2000; i++) {
    const WalkSummary summary =
        walk(root, "/", {}, [](std::string_view, const DirEntry&) { return true; });
    ASSERT_TRUE(summary.gaps.empty()) << summary.gaps[0].path << ": " << summary.gaps[0].why;
  }
  ::kill(churner, SIGKILL);
  ::waitpid(churner, nullptr, 0);
}

}  // namespace
}  // namespace muster
