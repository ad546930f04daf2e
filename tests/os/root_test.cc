// A root answers truly, stays inside, never blocks and never opens what it should not.
#include "os/root.h"

#include "os/scratch.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/sysmacros.h>

#include <chrono>
#include <csignal>

namespace muster {
namespace {

using tests::in_child;
using tests::ScratchFolder;

Root root_of(const ScratchFolder& folder) { return *Root::on_disk(folder.path()); }

// The two kinds of root, for claims about both.
std::vector<Root> both(const ScratchFolder& folder, MemoryTree tree) {
  std::vector<Root> roots;
  roots.push_back(root_of(folder));
  roots.push_back(Root::in_memory(std::move(tree)));
  return roots;
}

MemoryFile text_file(std::string content, uint32_t uid = 0) {
  return {{.kind = FileKind::regular, .uid = uid, .mode = 0644}, std::move(content)};
}
MemoryFile link_file(std::string target, uint32_t uid = 0) {
  return {{.kind = FileKind::symlink, .uid = uid}, std::move(target)};
}

TEST(Root, is_a_directory_that_exists) {
  const ScratchFolder folder;
  folder.write("/file", "x");
  EXPECT_EQ(Root::on_disk(folder.at("/absent")).error().code, Errc::not_found);
  EXPECT_EQ(Root::on_disk(folder.at("/file")).error().code, Errc::not_found);
  EXPECT_EQ(Root::on_disk("/")->location(), "/");
  EXPECT_EQ(Root::on_disk(folder.path() + "//")->location(), folder.path());
  EXPECT_EQ(Root::in_memory({}).location(), "");
}

TEST(Root, reads_a_whole_file) {
  const ScratchFolder folder;
  const std::string text(300'000, 'x');
  folder.write("/a/b", text);
  folder.write("/empty", "");
  const Root root = root_of(folder);
  EXPECT_EQ(root.read("/a/b").value(), text);
  EXPECT_EQ(root.read("a//./../a/b").value(), text);
  EXPECT_EQ(root.read("/empty").value(), "");
  EXPECT_EQ(root.read("/a/c").error().what, "cannot read /a/c: No such file or directory");
}

TEST(Root, reads_files_of_proc_that_say_they_are_empty) {
  const Root root = *Root::on_disk("/");
  EXPECT_GT(root.read("/proc/self/status").value().size(), 100U);
  EXPECT_EQ(root.info("/proc/self/status")->size, 0U);
}

TEST(Root, reads_up_to_the_limit_and_not_beyond) {
  const ScratchFolder folder;
  folder.write("/ten", "0123456789");
  for (const Root& root : both(folder, {{"/ten", text_file("0123456789")}})) {
    EXPECT_EQ(root.read("/ten", 10).value(), "0123456789");
    EXPECT_EQ(root.read("/ten", 9).error().code, Errc::too_large);
    EXPECT_EQ(root.read("/ten", 9).error().what, "cannot read /ten: larger than 9 bytes");
  }
  const Root live = *Root::on_disk("/");
  EXPECT_EQ(live.read("/proc/self/status", 9).error().code, Errc::too_large);
}

TEST(Root, refuses_a_large_file_without_reading_it) {
  const ScratchFolder folder;
  folder.write("/100m", "");
  folder.write("/1t", "");
  ASSERT_EQ(::truncate(folder.at("/100m").c_str(), off_t{100} << 20), 0);
  ASSERT_EQ(::truncate(folder.at("/1t").c_str(), off_t{1} << 40), 0);
  const Root root = root_of(folder);
  EXPECT_EQ(root.read("/100m").error().code, Errc::too_large);
  EXPECT_EQ(root.read("/1t", size_t{1} << 39).error().code, Errc::too_large);  // or it takes hours
}

TEST(Root, does_not_wait_for_a_fifo) {
  const ScratchFolder folder;
  ASSERT_EQ(::mkfifo(folder.at("/fifo").c_str(), 0666), 0);
  const Root root = root_of(folder);
  EXPECT_EQ(root.read("/fifo").error().code, Errc::unavailable);
  EXPECT_EQ(root.read("/fifo").error().what, "cannot read /fifo: a fifo, not a regular file");
  EXPECT_EQ(root.info("/fifo")->kind, FileKind::fifo);
  EXPECT_EQ(root.list("/fifo").error().code, Errc::not_found);
}

TEST(Root, does_not_open_a_device) {
  const ScratchFolder folder;
  if (::mknod(folder.at("/tty").c_str(), S_IFCHR | 0666, makedev(5, 0)) != 0)
    GTEST_SKIP() << "this user cannot make devices";
  // Where a device may not be opened at all, trying would give another error.
  EXPECT_EQ(root_of(folder).read("/tty").error().what,
            "cannot read /tty: a character device, not a regular file");
}

TEST(Root, does_not_wait_for_a_lease) {
  const ScratchFolder folder;
  folder.write("/leased", "text");
  int ready[2];
  ASSERT_EQ(::pipe(ready), 0);
  const pid_t holder = ::fork();
  if (holder == 0) {
    std::signal(SIGIO, SIG_IGN);
    const int fd = ::open(folder.at("/leased").c_str(), O_RDWR);
    const char held = ::fcntl(fd, F_SETLEASE, F_WRLCK) == 0 ? 'y' : 'n';
    if (::write(ready[1], &held, 1) == 1) ::pause();
    ::_exit(0);
  }
  char held = 'n';
  ASSERT_EQ(::read(ready[0], &held, 1), 1);
  const auto start = std::chrono::steady_clock::now();
  const auto text = root_of(folder).read("/leased");
  const auto took = std::chrono::steady_clock::now() - start;
  ::kill(holder, SIGKILL);
  ::waitpid(holder, nullptr, 0);
  ::close(ready[0]);
  ::close(ready[1]);
  if (held != 'y') GTEST_SKIP() << "this file system gives no leases";
  ASSERT_FALSE(text);
  EXPECT_EQ(text.error().code, Errc::unavailable);
  EXPECT_EQ(text.error().what, "cannot read /leased: another process holds a lease on it");
  EXPECT_LT(took, std::chrono::seconds(1));
}

TEST(Root, keeps_links_inside) {
  const ScratchFolder folder;
  folder.write("/inner/etc/passwd", "inner");
  folder.write("/etc/passwd", "outer");
  std::filesystem::create_symlink("/etc/passwd", folder.at("/inner/absolute"));
  std::filesystem::create_symlink("../../../../etc/passwd", folder.at("/inner/climbing"));
  std::filesystem::create_directory_symlink("/", folder.at("/inner/self"));
  const Root root = *Root::on_disk(folder.at("/inner"));
  for (const char* path : {"/absolute", "/climbing", "/../etc/passwd", "/self/self/etc/passwd",
                           "/self/../../etc/passwd"})
    EXPECT_EQ(root.read(path).value_or("error"), "inner") << path;
}

TEST(Root, gives_up_on_link_loops) {
  const ScratchFolder folder;
  std::filesystem::create_symlink("b", folder.at("/a"));
  std::filesystem::create_symlink("a", folder.at("/b"));
  std::filesystem::create_symlink("self/x", folder.at("/self"));
  const MemoryTree tree = {
      {"/a", link_file("b")}, {"/b", link_file("a")}, {"/self", link_file("self/x")}};
  for (const Root& root : both(folder, tree)) {
    for (const char* path : {"/a", "/self", "/a/x"}) {
      const std::string wanted =
          fmt::format("cannot read {}: Too many levels of symbolic links", path);
      EXPECT_EQ(root.read(path).error().what, wanted);
      EXPECT_EQ(root.read(path).error().code, Errc::unavailable);
    }
    EXPECT_FALSE(root.exists("/a"));
    EXPECT_EQ(root.link_target("/a").value(), "b");
    EXPECT_EQ(root.link_info("/a")->kind, FileKind::symlink);
  }
}

TEST(Root, follows_forty_links_like_the_kernel) {
  const ScratchFolder folder;
  folder.write("/0", "end");
  MemoryTree tree{{"/0", text_file("end")}};
  for (int i = 1; i <= 41; i++) {
    std::filesystem::create_symlink(fmt::format("{}", i - 1), folder.at(fmt::format("/{}", i)));
    tree.emplace(fmt::format("/{}", i), link_file(fmt::format("{}", i - 1)));
  }
  for (const Root& root : both(folder, tree)) {
    EXPECT_EQ(root.read("/40").value_or("error"), "end");
    EXPECT_FALSE(root.read("/41"));
  }
  EXPECT_EQ(::access(folder.at("/40").c_str(), F_OK), 0);
  EXPECT_NE(::access(folder.at("/41").c_str(), F_OK), 0);
}

// A runner's user must not make Muster quote a file that this user could not read.
void expect_foreign_links_refused(const Root& root) {
  EXPECT_EQ(root.read("/trusted").value_or("error"), "of root");
  EXPECT_EQ(root.read("/own").value_or("error"), "of ci");
  for (const char* path : {"/foreign", "/chain", "/folder/secret"}) {
    EXPECT_EQ(root.read(path).error().code, Errc::denied) << path;
    EXPECT_EQ(
        root.read(path).error().what,
        fmt::format("cannot read {}: a link to it belongs to neither root nor its owner", path));
    EXPECT_EQ(root.info(path)->uid, 0U) << path;
  }
}

TEST(Root, follows_links_of_root_and_of_the_owner_only) {
  constexpr uint32_t ci = 1234;
  expect_foreign_links_refused(Root::in_memory({{"/root/secret", text_file("of root")},
                                                {"/home/file", text_file("of ci", ci)},
                                                {"/trusted", link_file("root/secret")},
                                                {"/own", link_file("/home/file", ci)},
                                                {"/foreign", link_file("root/secret", ci)},
                                                {"/chain", link_file("foreign")},
                                                {"/folder", link_file("root", ci)}}));
  if (!tests::is_root()) GTEST_SKIP() << "only root can give files away";
  const ScratchFolder folder;
  folder.write("/root/secret", "of root");
  folder.write("/home/file", "of ci");
  const auto link = [&](const char* name, const char* target) {
    ASSERT_EQ(::symlink(target, folder.at(name).c_str()), 0);
  };
  link("/trusted", "root/secret");
  link("/own", "/home/file");
  link("/foreign", "root/secret");
  link("/chain", "foreign");
  link("/folder", "root");
  for (const char* path : {"/home/file", "/own", "/foreign", "/folder"})
    ASSERT_EQ(::lchown(folder.at(path).c_str(), ci, ci), 0);
  expect_foreign_links_refused(root_of(folder));
}

TEST(Root, reads_magic_links_and_does_not_follow_them) {
  const Root root = *Root::on_disk("/");
  EXPECT_TRUE(root.link_target("/proc/self/exe").value().starts_with("/"));
  EXPECT_EQ(root.read("/proc/self/exe").error().what,
            "cannot read /proc/self/exe: Too many levels of symbolic links");
  EXPECT_FALSE(root.read("/proc/self/cwd/x"));
  EXPECT_FALSE(root.read("/proc/self/root/etc/passwd"));
  EXPECT_EQ(root.link_target("/proc/self/status").error().code, Errc::unavailable);
}

TEST(Root, lists_a_directory_sorted_by_bytes) {
  const ScratchFolder folder;
  for (const char* name : {"/b", "/a", "/B", "/\xff\xfe", "/a-b", "/a b\n\x1b[31m"})
    folder.write(name, "");
  folder.write("/a.d/x", "");
  const auto entries = root_of(folder).list("/").value();
  std::vector<std::string> names;
  for (const DirEntry& entry : entries) names.push_back(entry.name);
  EXPECT_EQ(names,
            (std::vector<std::string>{"B", "a", "a b\n\x1b[31m", "a-b", "a.d", "b", "\xff\xfe"}));
  EXPECT_EQ(entries[4].kind, FileKind::directory);
  EXPECT_EQ(root_of(folder).list("/", 7)->size(), 7U);
  EXPECT_EQ(root_of(folder).list("/", 6).error().code, Errc::too_large);
}

TEST(Root, refuses_paths_that_cannot_be) {
  const ScratchFolder folder;
  const std::string long_name = "/" + std::string(256, 'n');
  const std::string long_path = std::string(4096, '/');
  using std::string_view_literals::operator""sv;
  for (const Root& root : both(folder, {})) {
    EXPECT_EQ(root.read("").error().code, Errc::not_found);
    EXPECT_EQ(root.read("/a\0b"sv).error().code, Errc::unavailable);
    EXPECT_EQ(root.read(long_name).error().what,
              fmt::format("cannot read {}: File name too long", long_name));
    EXPECT_EQ(root.read(long_path).error().code, Errc::too_large);
    EXPECT_TRUE(root.info("/"));
  }
}

TEST(Root, survives_processes_that_vanish) {
  const Root root = *Root::on_disk("/");
  const pid_t child = ::fork();
  if (child == 0) {
    ::pause();
    ::_exit(0);
  }
  const std::string proc = fmt::format("/proc/{}", child);
  EXPECT_TRUE(root.read(proc + "/status"));
  ::kill(child, SIGKILL);
  siginfo_t dead{};
  ::waitid(P_PID, static_cast<id_t>(child), &dead, WEXITED | WNOWAIT);
  // A zombie: present, but what it was is gone.
  for (const char* name : {"/environ", "/cmdline", "/maps", "/cgroup"}) {
    const auto text = root.read(proc + name);
    if (text) continue;
    const Errc code = text.error().code;  // denied: an ordinary user, whose it no longer is
    EXPECT_TRUE(code == Errc::unavailable || code == Errc::denied) << text.error().what;
  }
  EXPECT_FALSE(root.link_target(proc + "/exe"));
  ::waitpid(child, nullptr, 0);
  EXPECT_EQ(root.read(proc + "/status").error().code, Errc::not_found);
  EXPECT_EQ(root.link_target(proc + "/exe").error().code, Errc::not_found);
  EXPECT_EQ(root.list(proc).error().code, Errc::not_found);
}

TEST(Root, says_what_an_ordinary_user_may_not_see) {
  if (!tests::is_root()) GTEST_SKIP() << "only root can become another user";
  const ScratchFolder folder;
  folder.write("/closed/file", "x");
  folder.write("/secret", "x");
  ::chmod(folder.at("/closed").c_str(), 0700);
  ::chmod(folder.at("/secret").c_str(), 0600);
  MemoryTree tree{{"/secret", text_file("x")},
                  {"/closed", {{.kind = FileKind::directory, .mode = 0700}, "", true}},
                  {"/closed/file", text_file("x")}};
  tree["/secret"].unreadable = true;
  const auto check = [](const Root& root) {
    bool as_claimed = root.read("/secret").error().what == "cannot read /secret: Permission denied";
    as_claimed &= root.list("/closed").error().what == "cannot list /closed: Permission denied";
    as_claimed &= root.read("/closed/file").error().code == Errc::denied;
    as_claimed &= root.read("/closed/absent").error().code == Errc::denied;
    as_claimed &= root.info("/closed").has_value() && root.info("/secret").has_value();
    return as_claimed;
  };
  EXPECT_TRUE(check(Root::in_memory(tree)));
  EXPECT_EQ(in_child([&] {
              tests::become_nobody();
              return check(root_of(folder)) ? 0 : 1;
            }),
            0);
}

TEST(Root, in_memory_has_the_directories_that_nobody_listed) {
  const Root root = Root::in_memory({{"/a/b/c", text_file("x")}, {"/a-b", text_file("y")}});
  EXPECT_EQ(root.info("/a/b")->kind, FileKind::directory);
  EXPECT_EQ(root.info("/a/b")->mode, 0755);
  EXPECT_EQ(root.info("/a/b/c/d").error().code, Errc::not_found);
  EXPECT_EQ(root.list("/")->size(), 2U);
  EXPECT_EQ(root.list("/")->at(0).name, "a");
  EXPECT_TRUE(Root::in_memory({}).list("/")->empty());
}

TEST(Root, never_reads_half_of_what_is_being_swapped) {
  const ScratchFolder folder;
  folder.write("/real", "text");
  ASSERT_EQ(::mkfifo(folder.at("/fifo").c_str(), 0666), 0);
  const pid_t swapper = ::fork();
  if (swapper == 0) {
    for (;;) {
      ::unlink(folder.at("/x").c_str());
      if (::link(folder.at("/real").c_str(), folder.at("/x").c_str()) != 0) ::_exit(1);
      ::unlink(folder.at("/x").c_str());
      if (::link(folder.at("/fifo").c_str(), folder.at("/x").c_str()) != 0) ::_exit(1);
      ::unlink(folder.at("/x").c_str());
      if (::symlink("real", folder.at("/x").c_str()) != 0) ::_exit(1);
    }
  }
  const Root root = root_of(folder);
  for (int i = 0; i < 5'000; i++) {
    const auto text = root.read("/x");
    if (text) {
      ASSERT_EQ(*text, "text");
    } else {
      ASSERT_TRUE(text.error().code == Errc::not_found || text.error().code == Errc::unavailable)
          << text.error().what;
    }
  }
  ::kill(swapper, SIGKILL);
  ::waitpid(swapper, nullptr, 0);
}

}  // namespace
}  // namespace muster
