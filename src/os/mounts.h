// The mounts of a host, from /proc/self/mountinfo.
#pragma once
#include "os/root.h"

#include <string>
#include <vector>

namespace muster {

struct Mount {
  std::string where;  // mount point, octal escapes decoded
  std::string type;   // "ext4", "fuse.sshfs", ...
  std::string source;
  std::string subtree;  // what of the file system is shown: "/" is all of it
};

enum class MountKind : uint8_t {
  local,    // ext4, xfs, btrfs, tmpfs, overlay, ...: walked
  network,  // nfs, cifs, ...: a gap unless asked for
  fuse,     // answered by a process, maybe a hostile one: a gap unless asked for
  kernel,   // proc, sysfs, cgroup, ...: holds no runner
};
MountKind kind_of(const Mount& mount);

// In the order of the file. Lines that do not parse are skipped.
std::vector<Mount> parse_mountinfo(std::string_view text);

}  // namespace muster
