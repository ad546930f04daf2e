// What a process that only reads, parses and prints never calls. The list forbids instead of
// allowing, so that a new C library or sanitizer does not break a scan; each group says which
// attack it answers. Everything here fails with EPERM; nothing kills.
#include "os/system_call_filter.h"

#include "base/text.h"

#include <fmt/format.h>

#include <fcntl.h>
#include <linux/sched.h>
#include <seccomp.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <memory>
#include <string_view>
#include <utility>

namespace muster {
namespace {

// Blank-separated names; those of other architectures are skipped.
constexpr std::string_view forbidden[] = {
    // Starting another program, or a process that outlives the scan.
    "execve execveat fork vfork uselib",
    // Telling anyone what was read. Also on sockets that were inherited.
    "socket socketpair connect bind listen accept accept4 sendto sendmsg sendmmsg socketcall",
    "mq_open mq_unlink msgget semget shmget ipc",
    // Reaching into processes: CAP_SYS_PTRACE is kept to look at them, not to change them.
    "ptrace process_vm_readv process_vm_writev process_madvise process_mrelease pidfd_getfd",
    "pidfd_send_signal tkill rt_sigqueueinfo rt_tgsigqueueinfo kcmp migrate_pages move_pages",
    // Leaving the root: CAP_DAC_READ_SEARCH allows opening any inode by handle, also out of a
    // container ("shocker").
    "open_by_handle_at chroot pivot_root unshare setns mount umount umount2 mount_setattr",
    "move_mount open_tree fsopen fsconfig fsmount fspick swapon swapoff quotactl quotactl_fd",
    "acct fanotify_init",
    // Undoing the change of identity.
    "setuid setgid setreuid setregid setresuid setresgid setfsuid setfsgid setgroups setuid32",
    "setgid32 setreuid32 setregid32 setresuid32 setresgid32 setfsuid32 setfsgid32 setgroups32",
    "capset",
    // Kernel interfaces with a record of privilege escalations.
    "bpf perf_event_open userfaultfd io_uring_setup io_uring_enter io_uring_register add_key",
    "request_key keyctl memfd_create memfd_secret vmsplice init_module finit_module",
    "delete_module kexec_load kexec_file_load modify_ldt iopl ioperm personality",
    // Changing the machine.
    "reboot sethostname setdomainname settimeofday clock_settime clock_settime64 stime",
    "adjtimex clock_adjtime clock_adjtime64 syslog vhangup",
    // Changing files by name, or changing what stands about them: evidence stays as it was found.
    "creat truncate truncate64 mknod mknodat mkdir mkdirat rmdir unlink unlinkat rename",
    "renameat renameat2 link linkat symlink symlinkat chmod fchmod fchmodat chown fchown",
    "lchown fchownat chown32 fchown32 lchown32 utime utimes futimesat utimensat",
    "utimensat_time64 setxattr lsetxattr fsetxattr removexattr lremovexattr fremovexattr",
};

// Calls that libseccomp is too old to know by name; their numbers are the same everywhere.
struct YoungCall {
  const char* name;
  int number;
};
constexpr YoungCall young[] = {{"open_tree_attr", 467},
                               {"fchmodat2", 452},
                               {"setxattrat", 463},
                               {"removexattrat", 466},
                               {"file_setattr", 469}};

using Filter = std::unique_ptr<void, decltype([](void* filter) { seccomp_release(filter); })>;

// Adds rules and remembers which the library refused.
class Rules {
 public:
  explicit Rules(scmp_filter_ctx filter) : filter_(filter) {}

  template <class... Conditions>
  void forbid(const std::string& name, int error_number, Conditions... conditions) {
    const int number = seccomp_syscall_resolve_name(name.c_str());
    // Not known: a call of other architectures only.
    if (number != __NR_SCMP_ERROR) forbid_number(name, number, error_number, conditions...);
  }
  template <class... Conditions>
  void forbid_number(const std::string& name, int number, int error_number,
                     Conditions... conditions) {
    const int result =
        seccomp_rule_add(filter_, SCMP_ACT_ERRNO(static_cast<uint32_t>(error_number)), number,
                         sizeof...(conditions), conditions...);
    if (result < 0)
      refused_.push_back(fmt::format("{} is not forbidden: {}", name, std::strerror(-result)));
  }

  std::vector<std::string> refused() && { return std::move(refused_); }

 private:
  scmp_filter_ctx filter_;
  std::vector<std::string> refused_;
};

scmp_arg_cmp argument(unsigned index, scmp_compare compare, uint64_t a, uint64_t b = 0) {
  return {index, compare, a, b};
}

// Opening to write. openat2 keeps its flags in memory, where a filter cannot look: there Landlock
// or the identity for files stands in.
void forbid_writing(Rules& rules) {
  constexpr uint64_t making[] = {O_CREAT, O_TRUNC, O_TMPFILE & ~uint64_t{O_DIRECTORY}};
  for (const auto& [name, flags] : {std::pair{"open", 1U}, std::pair{"openat", 2U}}) {
    for (const uint64_t mode : {O_WRONLY, O_RDWR})
      rules.forbid(name, EPERM, argument(flags, SCMP_CMP_MASKED_EQ, O_ACCMODE, mode));
    for (const uint64_t flag : making)
      rules.forbid(name, EPERM, argument(flags, SCMP_CMP_MASKED_EQ, flag, flag));
  }
}

// Threads may start; processes may not. The flags of clone3 are in memory: ENOSYS makes the C
// library use clone.
void forbid_processes(Rules& rules) {
  rules.forbid("clone", EPERM, argument(0, SCMP_CMP_MASKED_EQ, CLONE_THREAD, 0));
  rules.forbid("clone3", ENOSYS);
}

// abort() signals itself; nobody else is signalled.
void forbid_signals(Rules& rules) {
  const auto own = static_cast<uint64_t>(::getpid());
  rules.forbid("kill", EPERM, argument(0, SCMP_CMP_NE, own));
  rules.forbid("tgkill", EPERM, argument(0, SCMP_CMP_NE, own));
}

// Typing into the terminal that the scan was started from. The kernel takes 32 bits of the number.
void forbid_typing(Rules& rules) {
  constexpr uint64_t low_bits = 0xFFFFFFFF;
  constexpr uint64_t tioclinux = 0x541C;
  rules.forbid("ioctl", EPERM, argument(1, SCMP_CMP_MASKED_EQ, low_bits, TIOCSTI));
  rules.forbid("ioctl", EPERM, argument(1, SCMP_CMP_MASKED_EQ, low_bits, tioclinux));
}

}  // namespace

std::vector<std::string> load_system_call_filter() {
  const Filter filter(seccomp_init(SCMP_ACT_ALLOW));
  if (!filter) return {"no system call filter can be made on this machine"};
  Rules rules(filter.get());
  for (const std::string_view group : forbidden)
    for (const std::string_view name : words(group)) rules.forbid(std::string(name), EPERM);
  for (const YoungCall& call : young) rules.forbid_number(call.name, call.number, EPERM);
  forbid_writing(rules);
  forbid_processes(rules);
  forbid_signals(rules);
  forbid_typing(rules);
  std::vector<std::string> refused = std::move(rules).refused();
  if (const int result = seccomp_load(filter.get()); result < 0)
    return {fmt::format("the system call filter was refused: {}", std::strerror(-result))};
  return refused;
}

}  // namespace muster
