// A confined process can read and print, and nothing else.
#include "os/confine.h"

#include "os/root.h"
#include "os/scratch.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <linux/openat2.h>
#include <netinet/in.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/syscall.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <thread>

namespace muster {
namespace {

using tests::in_child;
using tests::ScratchFolder;

// Runs the claims in a confined child; the message of the first that is false, or nothing.
class Claims {
 public:
  explicit Claims(int pipe) : pipe_(pipe) {}
  void that(bool holds, const std::string& claim) {
    if (!holds) fail(claim);
  }
  void refused(long result, const std::string& call, int error_number = EPERM) {
    if (result != -1 || errno != error_number)
      fail(fmt::format("{} gave {}, errno {}", call, result, errno));
  }
  void fail(const std::string& claim) const {
    const std::string line = claim + "\n";
    if (::write(pipe_, line.data(), line.size()) < 0) ::_exit(2);
  }

 private:
  int pipe_;
};

template <class Body>
std::string in_confined_child(const ConfineOptions& options, Body body) {
  int ends[2];
  if (::pipe(ends) != 0) return "no pipe";
  const pid_t child = ::fork();
  if (child == 0) {
    const Confinement confinement = confine(options);
    Claims claims(ends[1]);
    body(claims, confinement);
    ::_exit(0);
  }
  ::close(ends[1]);
  std::string said;
  char buffer[4096];
  for (ssize_t n = 0; (n = ::read(ends[0], buffer, sizeof buffer)) > 0;)
    said.append(buffer, static_cast<size_t>(n));
  ::close(ends[0]);
  int status = 0;
  ::waitpid(child, &status, 0);
  if (status != 0) said += fmt::format("the child ended with {:#x}\n", status);
  return said;
}

// A process of nobody with a known environment, in the way of a runner's.
class Neighbour {
 public:
  Neighbour() {
    int ready[2];
    if (::pipe2(ready, O_CLOEXEC) != 0) return;
    pid_ = ::fork();
    if (pid_ == 0) {
      if (tests::is_root()) tests::become_nobody();
      const char* arguments[] = {"sleep", "60", nullptr};
      const char* environment[] = {"RUNNER_TRACKING_ID=x", nullptr};
      ::execve("/bin/sleep", const_cast<char**>(arguments), const_cast<char**>(environment));
      ::_exit(1);
    }
    ::close(ready[1]);
    char byte = 0;
    if (::read(ready[0], &byte, 1) != 0) pid_ = -1;  // the end of the pipe: it has executed
    ::close(ready[0]);
  }
  Neighbour(const Neighbour&) = delete;
  Neighbour& operator=(const Neighbour&) = delete;
  ~Neighbour() {
    if (pid_ > 0) ::kill(pid_, SIGKILL), ::waitpid(pid_, nullptr, 0);
  }
  pid_t pid() const { return pid_; }

 private:
  pid_t pid_ = -1;
};

long open_to_write(const char* path, uint64_t flags) {
  struct open_how how{};
  how.flags = flags;
  if ((flags & O_CREAT) != 0) how.mode = 0600;
  return ::syscall(SYS_openat2, AT_FDCWD, path, &how, sizeof how);
}

void expect_no_way_out(Claims& claims, const ScratchFolder& folder) {
  char* const nothing[] = {nullptr};
  claims.refused(::execve("/bin/true", nothing, nothing), "execve");
  claims.refused(::fork(), "fork");
  claims.refused(::syscall(SYS_vfork), "vfork");
  claims.refused(::socket(AF_INET, SOCK_STREAM, 0), "socket");
  claims.refused(::connect(0, nullptr, 0), "connect");
  claims.refused(::send(0, "", 0, 0), "send");
  claims.refused(::open(folder.at("/new").c_str(), O_WRONLY | O_CREAT, 0600), "creating");
  claims.refused(::open(folder.at("/file").c_str(), O_WRONLY), "opening to write");
  claims.refused(::open(folder.at("/file").c_str(), O_RDWR | O_CLOEXEC), "opening to change");
  claims.refused(::open(folder.at("/file").c_str(), O_RDONLY | O_TRUNC), "emptying");
  claims.refused(::open(folder.path().c_str(), O_TMPFILE | O_WRONLY, 0600), "a nameless file");
  claims.refused(::truncate(folder.at("/file").c_str(), 0), "truncate");
  claims.refused(::unlink(folder.at("/file").c_str()), "unlink");
  claims.refused(::rename(folder.at("/file").c_str(), folder.at("/g").c_str()), "rename");
  claims.refused(::mkdir(folder.at("/d").c_str(), 0700), "mkdir");
  claims.refused(::symlink("x", folder.at("/s").c_str()), "symlink");
  claims.refused(::link(folder.at("/file").c_str(), folder.at("/l").c_str()), "link");
  claims.refused(::chmod(folder.at("/file").c_str(), 0777), "chmod");
  claims.refused(::chown(folder.at("/file").c_str(), 1, 1), "chown");
  claims.refused(::ptrace(PTRACE_TRACEME, 0, nullptr, nullptr), "ptrace");
  claims.refused(::kill(::getppid(), 0), "kill");
  claims.refused(::setuid(0), "setuid");
  claims.refused(::unshare(0), "unshare");
  claims.refused(::chroot("/"), "chroot");
  claims.refused(::syscall(SYS_open_by_handle_at, 0, nullptr, 0), "open_by_handle_at");
  claims.refused(::syscall(SYS_bpf, 0, nullptr, 0), "bpf");
  claims.refused(::syscall(SYS_io_uring_setup, 1, nullptr), "io_uring_setup");
  claims.refused(::syscall(SYS_perf_event_open, nullptr, 0, 0, 0, 0), "perf_event_open");
  claims.refused(::syscall(452, AT_FDCWD, "/", 0755, 0), "fchmodat2");
  claims.refused(::syscall(463, AT_FDCWD, "/", 0, "user.x", nullptr, 0), "setxattrat");
  claims.refused(::ioctl(0, TIOCSTI, "x"), "typing into the terminal");
}

TEST(Confine, leaves_no_way_out) {
  for (const bool reads_processes : {true, false}) {
    const ScratchFolder folder;
    folder.write("/file", "text");
    EXPECT_EQ(in_confined_child({reads_processes},
                                [&](Claims& claims, const Confinement& now) {
                                  claims.that(now.no_new_privileges, "no_new_privs is set");
                                  claims.that(now.system_calls, "system calls are filtered");
                                  claims.that(now.capabilities, "capabilities are dropped");
                                  expect_no_way_out(claims, folder);
                                }),
              "");
    EXPECT_EQ(Root::on_disk(folder.path())->list("/")->size(), 1U);
    EXPECT_EQ(Root::on_disk(folder.path())->read("/file").value(), "text");
  }
}

TEST(Confine, keeps_roots_files_from_being_written_by_any_call) {
  if (!tests::is_root()) GTEST_SKIP() << "only root has files of root";
  const ScratchFolder folder;
  folder.write("/file", "text");
  EXPECT_EQ(in_confined_child(
                {.reads_processes = true},
                [&](Claims& claims, const Confinement& now) {
                  claims.that(now.file_identity, "files see nobody");
                  claims.that(now.gaps.empty(), fmt::format("{}", fmt::join(now.gaps, "; ")));
                  claims.refused(open_to_write(folder.at("/file").c_str(), O_RDWR),
                                 "openat2 to write", EACCES);
                  claims.refused(open_to_write(folder.at("/new").c_str(), O_WRONLY | O_CREAT),
                                 "openat2 to create", EACCES);
                }),
            "");
}

TEST(Confine, with_landlock_not_even_everyones_files_can_be_written) {
  const ScratchFolder folder;
  folder.write("/file", "text");
  ::chmod(folder.path().c_str(), 0777);
  ::chmod(folder.at("/file").c_str(), 0666);
  bool landlock =
      in_child([] { return confine({.reads_processes = false}).landlock ? 1 : 0; }) == 1;
  if (!landlock) GTEST_SKIP() << "this kernel has no Landlock";
  EXPECT_EQ(in_confined_child({.reads_processes = false},
                              [&](Claims& claims, const Confinement&) {
                                claims.refused(open_to_write(folder.at("/file").c_str(), O_RDWR),
                                               "openat2 to write", EACCES);
                                claims.refused(
                                    open_to_write(folder.at("/new").c_str(), O_WRONLY | O_CREAT),
                                    "openat2 to create", EACCES);
                                claims.that(Root::on_disk(folder.path())->read("/file").has_value(),
                                            "files can be read");
                              }),
            "");
}

TEST(Confine, root_still_reads_every_file_and_process) {
  if (!tests::is_root()) GTEST_SKIP() << "an ordinary user sees what it sees";
  const Neighbour neighbour;
  const std::string proc = fmt::format("/proc/{}", neighbour.pid());
  ASSERT_GT(neighbour.pid(), 0);
  const ScratchFolder folder;
  folder.write("/closed/secret", "text");
  ASSERT_EQ(::chown(folder.at("/closed/secret").c_str(), 1000, 1000), 0);
  ASSERT_EQ(::chown(folder.at("/closed").c_str(), 1000, 1000), 0);
  ::chmod(folder.at("/closed/secret").c_str(), 0600);
  ::chmod(folder.at("/closed").c_str(), 0700);
  EXPECT_EQ(
      in_confined_child(
          {.reads_processes = true},
          [&](Claims& claims, const Confinement&) {
            const Root root = *Root::on_disk("/");
            claims.that(root.read("/etc/shadow").has_value(), "/etc/shadow can be read");
            claims.that(root.read(folder.at("/closed/secret")).value_or("") == "text",
                        "0600 can be read");
            claims.that(root.list(folder.at("/closed")).has_value(), "0700 can be listed");
            const std::string wanted("RUNNER_TRACKING_ID=x\0", 21);
            claims.that(root.read(proc + "/environ").value_or("") == wanted, "environ can be read");
            claims.that(
                root.link_target(proc + "/exe").value_or("").find("sleep") != std::string::npos,
                "exe can be read");
            claims.that(root.list(proc + "/fd").has_value(), "open files can be listed");
            claims.that(root.link_target(proc + "/cwd").has_value(), "cwd can be read");
          }),
      "");
}

TEST(Confine, keeps_two_capabilities_for_good) {
  EXPECT_EQ(in_confined_child({},
                              [](Claims& claims, const Confinement&) {
                                const std::string status =
                                    Root::on_disk("/")->read("/proc/self/status").value_or("");
                                const auto value = [&](std::string_view key) {
                                  const size_t at = status.find(key);
                                  return at == status.npos
                                             ? 0
                                             : std::strtoull(&status[at + key.size()], nullptr, 16);
                                };
                                constexpr uint64_t kept = 1ULL << 2 | 1ULL << 19;
                                const bool root = tests::is_root();
                                claims.that((value("CapPrm:") & ~kept) == 0, "permitted");
                                claims.that((value("CapEff:") & ~kept) == 0, "effective");
                                claims.that(!root || (value("CapBnd:") & ~kept) == 0, "bounding");
                                claims.that(value("CapInh:") == 0, "inheritable");
                                claims.that(value("CapAmb:") == 0, "ambient");
                                claims.that(value("NoNewPrivs:") == 1, "no_new_privs");
                                claims.that(value("Seccomp:") == 2, "seccomp");
                              }),
            "");
}

TEST(Confine, leaves_output_threads_and_abort_alone) {
  EXPECT_EQ(in_confined_child(
                {},
                [](Claims& claims, const Confinement&) {
                  int value = 0;
                  std::thread([&] { value = 1; }).join();
                  claims.that(value == 1, "threads can be started");
                  claims.that(::raise(0) == 0, "it can signal itself");
                  claims.that(std::string(1 << 20, 'x').size() == 1 << 20, "memory can be had");
                  claims.that(::prctl(PR_GET_DUMPABLE) == 0, "no core file is written");
                }),
            "");
}

}  // namespace
}  // namespace muster
