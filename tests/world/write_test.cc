// A tree reads the same from disk as from memory.
#include "os/root.h"
#include "support/files.h"
#include "world/world.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

namespace muster::world {
namespace {

constexpr std::string_view yaml = R"yaml(
says: One of each kind.
users: { ci: { uid: 1001 } }
files:
  /opt/r/.runner: { owner: ci, mode: "0600", text: "hello", modified: 2020-01-02T03:04:05Z }
  /opt/r/empty: ""
  /opt/r/bin: { link: bin.2, owner: ci }
  /opt/r/dangling: { link: /nowhere }
  /opt/r/set-id: { text: x, owner: ci, mode: "6755" }
  /opt/r/_work: { directory: true, owner: ci, mode: "1770", modified: 2021-01-01T00:00:00Z }
  /opt/r/_work/inside: { base64: "AAEC/w==" }
  /opt/r/zeros: { size: 5000 }
  /opt/r/pipe: { fifo: true, mode: "0640" }
  "/opt/r/not utf-8 {{byte:ff}}": "a name"
  /opt/very/long/way/to/a/socket/whose/whole/path/does/not/fit/into/an/address/of/one/hundred/bytes/docker.sock:
    { socket: true, mode: "0660", group: ci }
processes:
  - { pid: 812, user: ci, exe: "/opt/r/x (deleted)", listens: ["tcp 0.0.0.0:80"] }
)yaml";

Result<World> sample() {
  return parse("w.yaml", yaml, [](std::string_view) { return std::string(); });
}

// What must agree: everything but the sizes of folders, which file systems choose.
FileInfo comparable(FileInfo info) {
  info.inode = info.device = 0;
  if (info.kind == FileKind::directory) info.size = 0;
  return info;
}

void expect_same(const Root& memory, const Root& disk, const std::string& path) {
  SCOPED_TRACE(path);
  const Result<FileInfo> expected = memory.link_info(path);
  const Result<FileInfo> info = disk.link_info(path);
  ASSERT_TRUE(expected) << expected.error().what;
  ASSERT_TRUE(info) << info.error().what;
  const FileInfo on_disk = comparable(*info);
  EXPECT_EQ(on_disk.kind, expected->kind);
  EXPECT_EQ(on_disk.uid, expected->uid);
  EXPECT_EQ(on_disk.gid, expected->gid);
  EXPECT_EQ(on_disk.mode, expected->mode);
  EXPECT_EQ(on_disk.size, comparable(*expected).size);
  EXPECT_EQ(to_string(on_disk.modified), to_string(expected->modified));
  if (expected->kind == FileKind::regular) {
    EXPECT_EQ(disk.read(path).value_or("unreadable"), memory.read(path).value_or("refused"));
  }
  if (expected->kind == FileKind::symlink) {
    EXPECT_EQ(disk.link_target(path).value_or("none"),
              memory.link_target(path).value_or("refused"));
  }
  if (expected->kind == FileKind::fifo || expected->kind == FileKind::socket) {
    EXPECT_FALSE(disk.read(path));
    EXPECT_FALSE(memory.read(path));
  }
  if (expected->kind != FileKind::directory) return;
  std::vector<std::string> here;
  std::vector<std::string> there;
  for (const DirEntry& entry : memory.list(path).value_or(std::vector<DirEntry>()))
    here.push_back(entry.name);
  for (const DirEntry& entry : disk.list(path).value_or(std::vector<DirEntry>()))
    there.push_back(entry.name);
  EXPECT_EQ(there, here);
}

TEST(WorldOnDisk, reads_as_it_does_in_memory) {
  if (geteuid() != 0) GTEST_SKIP() << "owners can only be written as root";
  const Result<World> world = sample();
  ASSERT_TRUE(world) << world.error().what;
  const tests::TemporaryFolder folder;
  const Result<void> written = write(world->tree, folder.path());
  ASSERT_TRUE(written) << written.error().what;
  const Result<Root> disk = Root::on_disk(folder.path());
  ASSERT_TRUE(disk) << disk.error().what;
  const Root memory = Root::in_memory(world->tree);
  for (const auto& [path, file] : world->tree) expect_same(memory, *disk, path);
}

TEST(WorldOnDisk, takes_a_tree_whose_folders_are_only_implied) {
  if (geteuid() != 0) GTEST_SKIP() << "owners can only be written as root";
  MemoryTree tree;
  tree["/a/b/c"].info = {.kind = FileKind::regular, .mode = 0644, .size = 1};
  tree["/a/b/c"].content = "x";
  const tests::TemporaryFolder folder;
  const mode_t before = umask(077);
  const Result<void> written = write(tree, folder.path());
  umask(before);
  ASSERT_TRUE(written) << written.error().what;
  const Result<Root> disk = Root::on_disk(folder.path());
  ASSERT_TRUE(disk) << disk.error().what;
  EXPECT_EQ(disk->info("/a/b").value_or(FileInfo{}).mode, 0755);
  EXPECT_EQ(disk->read("/a/b/c").value_or(""), "x");
}

TEST(WorldOnDisk, makes_big_files_without_their_blocks) {
  if (geteuid() != 0) GTEST_SKIP() << "owners can only be written as root";
  MemoryTree tree;
  tree["/big"].info = {.kind = FileKind::regular, .mode = 0644, .size = 200'000'000};
  const tests::TemporaryFolder folder;
  ASSERT_TRUE(write(tree, folder.path()));
  struct stat info{};
  ASSERT_EQ(stat(folder.path_of("big").c_str(), &info), 0);
  EXPECT_EQ(info.st_size, 200'000'000);
  EXPECT_LT(info.st_blocks, 1000);
}

TEST(WorldOnDisk, reads_big_files_as_too_large_in_memory_too) {
  MemoryTree tree;
  tree["/big"].info = {.kind = FileKind::regular, .mode = 0644, .size = 200'000'000};
  const Root memory = Root::in_memory(std::move(tree));
  const Result<std::string> text = memory.read("/big");
  ASSERT_FALSE(text);
  EXPECT_EQ(text.error().code, Errc::too_large);
}

TEST(WorldOnDisk, never_leaves_its_folder_through_a_link) {
  if (geteuid() != 0) GTEST_SKIP() << "owners can only be written as root";
  const tests::TemporaryFolder outside;
  MemoryTree tree;
  tree["/out"].info = {.kind = FileKind::symlink, .mode = 0777};
  tree["/out"].content = outside.path();
  tree["/out/planted"].info = {.kind = FileKind::regular, .mode = 0644};
  const tests::TemporaryFolder folder;
  EXPECT_FALSE(write(tree, folder.path()));
  EXPECT_NE(access(outside.path_of("planted").c_str(), F_OK), 0);
}

TEST(WorldOnDisk, refuses_what_only_memory_can_play) {
  MemoryTree tree;
  tree["/secret"].info = {.kind = FileKind::regular, .mode = 0600};
  tree["/secret"].unreadable = true;
  const tests::TemporaryFolder folder;
  const Result<void> written = write(tree, folder.path());
  ASSERT_FALSE(written);
  EXPECT_THAT(written.error().what, testing::HasSubstr("/secret"));
}

}  // namespace
}  // namespace muster::world
