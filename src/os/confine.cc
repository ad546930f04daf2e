// The privilege drop: privileges, then files, then capabilities, then the system call filter, since
// each step needs what the next takes away.
#include "os/confine.h"

#include "os/fd.h"
#include "os/system_call_filter.h"

#include <fmt/format.h>

#include <grp.h>
#include <linux/landlock.h>
#include <sys/capability.h>
#include <sys/fsuid.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <memory>

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/lsan_interface.h>
#endif

namespace muster {
namespace {

constexpr cap_value_t kept[] = {CAP_DAC_READ_SEARCH, CAP_SYS_PTRACE};
constexpr unsigned nobody = 65534;

using Capabilities = std::unique_ptr<std::remove_pointer_t<cap_t>,
                                     decltype([](cap_t capabilities) { cap_free(capabilities); })>;

std::string reason(std::string_view what) {
  return fmt::format("{}: {}", what, std::strerror(errno));
}

bool is_permitted(cap_value_t capability) {
  const Capabilities now(cap_get_proc());
  cap_flag_value_t value = CAP_CLEAR;
  return now && cap_get_flag(now.get(), capability, CAP_PERMITTED, &value) == 0 && value == CAP_SET;
}

void forbid_new_privileges(Confinement& done) {
  done.no_new_privileges = ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0;
  if (!done.no_new_privileges) done.gaps.push_back(reason("no_new_privs was refused"));
  // Credentials are in memory for a moment: neither a core file nor a process of the same user
  // shall get at them.
  const rlimit none{0, 0};
  if (::setrlimit(RLIMIT_CORE, &none) != 0 || ::prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) != 0)
    done.gaps.push_back(reason("a crash could write memory to a core file"));
}

// To files, the process becomes nobody: it reads by CAP_DAC_READ_SEARCH, and owns nothing that it
// could write. The other user ids stay root's, so that no user can signal it.
void change_file_identity(Confinement& done) {
  if (::geteuid() != 0) {
    if (!done.landlock)
      done.gaps.emplace_back("not started as root: files that this user can write stay writable");
    return;
  }
  if (!is_permitted(CAP_DAC_READ_SEARCH)) {
    done.gaps.emplace_back(
        "CAP_DAC_READ_SEARCH is missing: files of other users cannot be read, and root's files "
        "stay "
        "writable");
    return;
  }
  const bool no_groups = ::setgroups(0, nullptr) == 0;
  if (!no_groups) done.gaps.push_back(reason("the supplementary groups could not be given up"));
  ::setfsgid(nobody);
  ::setfsuid(nobody);
  // They report no error; an invalid id changes nothing and gives the present one.
  const auto ask = static_cast<unsigned>(-1);
  const bool changed =
      ::setfsuid(ask) == static_cast<int>(nobody) && ::setfsgid(ask) == static_cast<int>(nobody);
  if (!changed) done.gaps.emplace_back("the user nobody does not exist in this user namespace");
  done.file_identity = no_groups && changed;
}

// linux/landlock.h of the running kernel can know more than that of the build machine.
struct Ruleset {
  uint64_t handled_files = 0;
  uint64_t handled_network = 0;  // since ABI 4
  uint64_t scoped = 0;           // since ABI 6
};

Ruleset ruleset_of(long abi) {
  constexpr uint64_t reads = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR;
  // How many access rights each ABI knows: 13 at first, then REFER, TRUNCATE and IOCTL_DEV.
  const int rights = abi >= 5 ? 16 : abi >= 3 ? 15 : abi == 2 ? 14 : 13;
  Ruleset rules{.handled_files = ((uint64_t{1} << rights) - 1) & ~reads};
  if (abi >= 4) rules.handled_network = 3;  // bind and connect over TCP
  if (abi >= 6) rules.scoped = 3;           // abstract sockets and signals
  return rules;
}

void apply_landlock(Confinement& done) {
  const long abi = ::syscall(SYS_landlock_create_ruleset, nullptr, 0, 1U /* ask the version */);
  if (abi < 1) {
    done.gaps.push_back(reason("Landlock is not available"));
    return;
  }
  const Ruleset rules = ruleset_of(abi);
  const Fd ruleset(
      static_cast<int>(::syscall(SYS_landlock_create_ruleset, &rules, sizeof rules, 0U)));
  done.landlock = ruleset && ::syscall(SYS_landlock_restrict_self, ruleset.get(), 0U) == 0;
  if (!done.landlock) done.gaps.push_back(reason("Landlock was refused"));
}

// Takes the capabilities from what a later program could gain. Needs CAP_SETPCAP; without it
// no_new_privs still keeps them out of reach.
void limit_bounding_set() {
  for (cap_value_t capability = 0; cap_get_bound(capability) >= 0; capability++)
    if (std::ranges::find(kept, capability) == std::end(kept)) cap_drop_bound(capability);
  cap_reset_ambient();
}

void drop_capabilities(Confinement& done) {
  limit_bounding_set();
  const Capabilities wanted(cap_init());
  for (const cap_value_t capability : kept) {
    if (!wanted || !is_permitted(capability)) continue;
    for (const cap_flag_t set : {CAP_PERMITTED, CAP_EFFECTIVE})
      cap_set_flag(wanted.get(), set, 1, &capability, CAP_SET);
  }
  done.capabilities = wanted && cap_set_proc(wanted.get()) == 0;
  if (!done.capabilities) done.gaps.push_back(reason("the capabilities could not be dropped"));
}

void filter_system_calls(Confinement& done) {
  auto missing = load_system_call_filter();
  done.system_calls = missing.empty();
  std::ranges::move(missing, std::back_inserter(done.gaps));
}

}  // namespace

Confinement confine(const ConfineOptions& options) {
#ifdef __SANITIZE_ADDRESS__
  // At exit it would need a process and ptrace, which are gone by then.
  __lsan_do_leak_check();
#endif
  Confinement done;
  forbid_new_privileges(done);
  if (!options.reads_processes) apply_landlock(done);
  change_file_identity(done);
  drop_capabilities(done);
  filter_system_calls(done);
  return done;
}

}  // namespace muster
