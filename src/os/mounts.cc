// Reads mountinfo (proc_pid_mountinfo(5)) and sorts file system types by who answers for them.
#include "os/mounts.h"

#include "base/text.h"

#include <algorithm>
#include <string_view>

namespace muster {
namespace {

// Each list is sorted, for binary search.
// Another machine answers: it can be slow, gone, or under someone else's control.
constexpr std::string_view network_types[] = {
    "9p",       "acfs",      "afs",   "beegfs",  "ceph",   "cifs",  "coda",   "cvmfs", "davfs",
    "gfs",      "glusterfs", "gpfs",  "ibmfs",   "lustre", "mfs",   "ncpfs",  "nfs",   "nfs4",
    "orangefs", "panfs",     "pvfs2", "quobyte", "smb3",   "smbfs", "vmhgfs", "weka",  "wekafs"};
// The kernel answers with what it knows; no file can be put there.
constexpr std::string_view kernel_types[] = {
    "autofs",     "binder",    "binfmt_misc", "bpf",      "cgroup",  "cgroup2",   "configfs",
    "cpuset",     "debugfs",   "devpts",      "efivarfs", "fusectl", "hugetlbfs", "mqueue",
    "nfsd",       "nsfs",      "pipefs",      "proc",     "pstore",  "resctrl",   "rpc_pipefs",
    "securityfs", "selinuxfs", "smackfs",     "sockfs",   "sysfs",   "tracefs",   "xenfs"};
static_assert(std::ranges::is_sorted(network_types) && std::ranges::is_sorted(kernel_types));

bool is_octal(char c) { return c >= '0' && c <= '7'; }

// "\040" stands for a blank: the kernel writes what would break the line as three octal digits.
std::string unescape(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  for (size_t i = 0; i < text.size(); i++) {
    const bool escape = text[i] == '\\' && i + 3 < text.size() && text[i + 1] <= '3' &&
                        is_octal(text[i + 1]) && is_octal(text[i + 2]) && is_octal(text[i + 3]);
    if (!escape) {
      result += text[i];
      continue;
    }
    const int value = (text[i + 1] - '0') * 64 + (text[i + 2] - '0') * 8 + (text[i + 3] - '0');
    result += static_cast<char>(value);
    i += 3;
  }
  return result;
}

}  // namespace

MountKind kind_of(const Mount& mount) {
  const std::string_view type = mount.type;
  if (type == "fuse" || type == "fuseblk" || type.starts_with("fuse.")) return MountKind::fuse;
  if (std::ranges::binary_search(network_types, type)) return MountKind::network;
  if (std::ranges::binary_search(kernel_types, type)) return MountKind::kernel;
  // Also virtiofs: its answers come from the hypervisor, which could change this machine's memory
  // just as well, and over no network. Also devtmpfs: files can be hidden in /dev. Also types that
  // nobody has listed: not to look would hide a runner.
  return MountKind::local;
}

std::vector<Mount> parse_mountinfo(std::string_view text) {
  std::vector<Mount> mounts;
  for (const std::string_view line : split(text, '\n')) {
    // id parent device root where options [optional ...] - type source options. Fields are parted
    // by single blanks; other white space is part of a name.
    const auto fields = split(line, ' ');
    if (fields.size() < 10) continue;
    const auto dash = std::find(fields.begin() + 6, fields.end(), "-");
    if (fields.end() - dash < 4 || !fields[4].starts_with('/')) continue;
    mounts.push_back({.where = unescape(fields[4]),
                      .type = unescape(dash[1]),
                      .source = unescape(dash[2]),
                      .subtree = unescape(fields[3])});
  }
  return mounts;
}

}  // namespace muster
