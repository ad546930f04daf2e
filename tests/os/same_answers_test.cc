// Property: a random tree in memory and the same tree on disk answer every question the same.
#include "os/root.h"
#include "os/walk.h"

#include "base/text.h"
#include "os/scratch.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>
#include <set>

namespace muster {
namespace {

using tests::ScratchFolder;

constexpr const char* names[] = {"a", "a-b", "b", "b.d", "\xfe", "a b"};

class RandomTree {
 public:
  explicit RandomTree(unsigned seed) : random_(seed) { fill("", 3); }
  const MemoryTree& tree() const { return tree_; }

  // A path that may exist, go through links, end in nowhere or climb.
  std::string path() {
    std::string result;
    const unsigned parts = below(6);
    for (unsigned i = 0; i < parts; i++)
      result += below(8) == 0 ? "/.." : below(10) == 0 ? "/." : fmt::format("/{}", name());
    return result.empty() || below(10) == 0 ? result + "/" : result;
  }

 private:
  unsigned below(unsigned limit) { return static_cast<unsigned>(random_() % limit); }
  const char* name() { return names[below(std::size(names))]; }
  uint32_t owner() { return below(3) == 0 ? 1000 + below(2) : 0; }

  void fill(const std::string& directory, int depth) {
    const std::set<std::string> chosen{name(), name(), name()};
    for (const std::string& each : chosen) {
      const std::string at = directory + "/" + each;
      const unsigned sort = below(10);
      MemoryFile file{{.kind = FileKind::regular, .uid = owner(), .gid = owner()}, {}};
      if (sort < 4) {
        file.info.mode = static_cast<uint16_t>(below(2) == 0 ? 0644 : 04750);
        file.content = std::string(below(40), 'x');
      } else if (sort < 7) {
        file.info.kind = FileKind::symlink;
        file.content = below(2) == 0 ? path() : path().substr(1) + name();
      } else if (sort < 9 && depth > 0) {
        fill(at, depth - 1);
        if (below(2) == 0) continue;  // stays unlisted
        file.info.kind = FileKind::directory;
        file.info.mode = 0755;
      } else {
        file.info.kind = FileKind::fifo;
        file.info.mode = 0600;
      }
      tree_[at] = std::move(file);
    }
  }

  std::mt19937 random_;
  MemoryTree tree_;
};

void write_tree(const MemoryTree& tree, const ScratchFolder& folder) {
  for (const auto& [path, file] : tree) {
    const std::string at = folder.at(path);
    std::filesystem::create_directories(std::filesystem::path(at).parent_path());
    int failed = 0;
    if (file.info.kind == FileKind::regular) folder.write(path, file.content);
    if (file.info.kind == FileKind::directory) std::filesystem::create_directories(at);
    if (file.info.kind == FileKind::fifo) failed = ::mkfifo(at.c_str(), 0600);
    if (file.info.kind == FileKind::symlink) failed = ::symlink(file.content.c_str(), at.c_str());
    failed |= ::lchown(at.c_str(), file.info.uid, file.info.gid);
    if (file.info.kind != FileKind::symlink) failed |= ::chmod(at.c_str(), file.info.mode);
    ASSERT_EQ(failed, 0) << at;
  }
}

std::string answer(const Error& error) {
  return fmt::format("{}: {}", to_string(error.code), error.what);
}
std::string answer(const Result<std::string>& text) { return text ? *text : answer(text.error()); }
std::string answer(const Result<FileInfo>& info) {
  if (!info) return answer(info.error());
  return fmt::format("{} {}:{} {:o} {}", to_string(info->kind), info->uid, info->gid, info->mode,
                     info->size);
}
std::string answer(const Result<std::vector<DirEntry>>& entries) {
  if (!entries) return answer(entries.error());
  std::string result;
  for (const DirEntry& entry : *entries)
    result += fmt::format("{} {}\n", entry.name, to_string(entry.kind));
  return result;
}
std::set<std::string> walked(const Root& root, const std::string& start) {
  std::set<std::string> result;
  const WalkSummary summary =
      walk(root, start, {}, [&](std::string_view directory, const DirEntry& entry) {
        result.insert(fmt::format("{} {} {}", directory, entry.name, to_string(entry.kind)));
        return true;
      });
  for (const WalkGap& gap : summary.gaps)
    result.insert(fmt::format("gap {} {}", gap.path, gap.why));
  result.insert(fmt::format("{} in {}", summary.entries, summary.directories));
  return result;
}

TEST(Root, answers_the_same_from_memory_and_disk) {
  if (!tests::is_root()) GTEST_SKIP() << "only root can give files away";
  size_t read = 0;
  for (unsigned seed = 0; seed < 40; seed++) {
    RandomTree random(seed);
    const ScratchFolder folder;
    ASSERT_NO_FATAL_FAILURE(write_tree(random.tree(), folder));
    const Root disk = *Root::on_disk(folder.path());
    const Root memory = Root::in_memory(random.tree());
    for (int i = 0; i < 60; i++) {
      const std::string path = random.path();
      SCOPED_TRACE(fmt::format("seed {} path {}", seed, visible(path)));
      ASSERT_EQ(answer(memory.read(path)), answer(disk.read(path)));
      ASSERT_EQ(answer(memory.read(path, 20)), answer(disk.read(path, 20)));
      ASSERT_EQ(answer(memory.info(path)), answer(disk.info(path)));
      ASSERT_EQ(answer(memory.link_info(path)), answer(disk.link_info(path)));
      ASSERT_EQ(answer(memory.link_target(path)), answer(disk.link_target(path)));
      ASSERT_EQ(answer(memory.list(path)), answer(disk.list(path)));
      ASSERT_EQ(answer(memory.list(path, 2)), answer(disk.list(path, 2)));
      ASSERT_EQ(memory.exists(path), disk.exists(path));
      ASSERT_EQ(walked(memory, path), walked(disk, path));
      read += memory.read(path).has_value() ? 1 : 0;
    }
  }
  EXPECT_GT(read, 50U);  // the paths do hit files
}

}  // namespace
}  // namespace muster
