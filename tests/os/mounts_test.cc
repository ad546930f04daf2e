// Mountinfo is read as the kernel writes it.
#include "os/mounts.h"

#include <gtest/gtest.h>

namespace muster {
namespace {

TEST(Mounts, are_read_in_the_order_of_the_file) {
  const auto mounts = parse_mountinfo(
      "22 1 254:0 / / rw,relatime - ext4 /dev/vda rw\n"
      "23 22 0:20 / /proc rw shared:5 master:1 - proc proc rw\n");
  ASSERT_EQ(mounts.size(), 2U);
  EXPECT_EQ(mounts[0].where, "/");
  EXPECT_EQ(mounts[0].type, "ext4");
  EXPECT_EQ(mounts[0].source, "/dev/vda");
  EXPECT_EQ(mounts[0].subtree, "/");
  EXPECT_EQ(mounts[1].where, "/proc");
  EXPECT_EQ(mounts[1].type, "proc");
}

TEST(Mounts, decodes_octal_escapes_once) {
  const auto mounts = parse_mountinfo(
      "30 1 0:1 /sub\\040tree /mnt/a\\040b\\134040\\011 rw - fuse.ssh\\040fs host:/x\\012y rw\n");
  ASSERT_EQ(mounts.size(), 1U);
  EXPECT_EQ(mounts[0].where, "/mnt/a b\\040\t");
  EXPECT_EQ(mounts[0].type, "fuse.ssh fs");
  EXPECT_EQ(mounts[0].source, "host:/x\ny");
  EXPECT_EQ(mounts[0].subtree, "/sub tree");
}

TEST(Mounts, keeps_white_space_that_the_kernel_does_not_escape) {
  const auto mounts = parse_mountinfo("30 1 0:1 / /mnt/a\rb\vc rw - tmpfs  rw\n");
  ASSERT_EQ(mounts.size(), 1U);
  EXPECT_EQ(mounts[0].where, "/mnt/a\rb\vc");
  EXPECT_EQ(mounts[0].source, "");
}

TEST(Mounts, skips_lines_that_do_not_parse) {
  const std::string_view bad[] = {"",
                                  "30",
                                  "30 1 0:1 / /mnt rw tmpfs none rw a b c",
                                  "30 1 0:1 / /mnt rw -",
                                  "30 1 0:1 / /mnt rw x - tmpfs",
                                  "30 1 0:1 / mnt rw - tmpfs none rw",
                                  "- - - - - - - - - -",
                                  "\xff\xfe\x00\\"};
  for (const std::string_view line : bad) EXPECT_TRUE(parse_mountinfo(line).empty()) << line;
}

TEST(Mounts, leaves_broken_escapes_as_they_are) {
  const auto mounts = parse_mountinfo("1 1 0:1 / /a\\9\\40\\777\\04 rw - ext4 \\ rw");
  ASSERT_EQ(mounts.size(), 1U);
  EXPECT_EQ(mounts[0].where, "/a\\9\\40\\777\\04");
  EXPECT_EQ(mounts[0].source, "\\");
}

TEST(Mounts, are_sorted_by_who_answers) {
  const auto kind = [](std::string type) { return kind_of({"/", std::move(type), "", "/"}); };
  for (const char* type : {"ext4", "xfs", "btrfs", "tmpfs", "overlay", "squashfs", "zfs",
                           "virtiofs", "devtmpfs", "never-heard-of", ""})
    EXPECT_EQ(kind(type), MountKind::local) << type;
  for (const char* type :
       {"nfs", "nfs4", "cifs", "smb3", "9p", "ceph", "glusterfs", "lustre", "afs"})
    EXPECT_EQ(kind(type), MountKind::network) << type;
  for (const char* type : {"fuse", "fuse.sshfs", "fuseblk"})
    EXPECT_EQ(kind(type), MountKind::fuse) << type;
  for (const char* type :
       {"proc",        "sysfs",      "cgroup", "cgroup2",   "devpts",  "securityfs", "tracefs",
        "debugfs",     "bpf",        "mqueue", "hugetlbfs", "pstore",  "autofs",     "configfs",
        "binfmt_misc", "rpc_pipefs", "nsfs",   "efivarfs",  "fusectl", "selinuxfs"})
    EXPECT_EQ(kind(type), MountKind::kernel) << type;
}

}  // namespace
}  // namespace muster
