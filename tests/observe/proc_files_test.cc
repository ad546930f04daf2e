// Parsing of /proc texts.
#include "observe/host/proc_files.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace muster::observe {
namespace {

std::string stat_of(std::string_view name, uint64_t flags = 0, uint64_t start = 12345) {
  return fmt::format("7 ({}) S 3 7 7 0 -1 {} 0 0 0 0 0 0 0 0 20 0 1 0 {} 0 0 0\n", name, flags,
                     start);
}

TEST(ProcessStat, finds_its_fields_behind_any_name) {
  for (const std::string_view name : {"bash", "a) S 1 (b", ") R 99", "two\nlines", ""}) {
    const std::string text = stat_of(name);
    const ProcessStat stat = parse_process_stat(text);
    EXPECT_EQ(stat.name, name);
    EXPECT_EQ(stat.parent, 3);
    EXPECT_EQ(stat.since_boot, std::chrono::seconds(123));
    EXPECT_FALSE(stat.kernel_thread);
  }
}

TEST(ProcessStat, knows_threads_of_the_kernel_by_their_flag) {
  EXPECT_TRUE(parse_process_stat(stat_of("kworker/0:1", 0x04208060)).kernel_thread);
}

TEST(ProcessStat, is_zero_for_garbage) {
  for (const std::string_view text :
       {"", "7", "7 (", ") (", "7 (x)", "7 (x) S", "\xff\xfe\x00(\x80) S -5 x"})
    EXPECT_EQ(parse_process_stat(text).parent, 0) << text;
  EXPECT_EQ(parse_process_stat(stat_of("x", 0, ~uint64_t{0})).since_boot.count(), 0);
}

TEST(ProcessStatus, reads_effective_ids) {
  const ProcessStatus status = parse_process_status(
      "Name:\tx\nUid:\t1000\t1001\t1002\t1003\nGid:\t1\t990\t1\t1\nGroups:\t27 990 4 "
      "\nCapEff:\t0000000000200000\n");
  EXPECT_EQ(status.uid, 1001U);
  EXPECT_EQ(status.gids, (std::vector<uint32_t>{4, 27, 990}));
  EXPECT_EQ(capability_names(status.capabilities, capability_mask(40)),
            std::vector<std::string>{"cap_sys_admin"});
}

TEST(Capabilities, are_all_when_none_that_the_kernel_has_is_missing) {
  EXPECT_EQ(capability_names(0x1ffffffffff, capability_mask(std::nullopt)),
            std::vector<std::string>{"all"});
  EXPECT_EQ(capability_names(0x3fffffffff, capability_mask(37)), std::vector<std::string>{"all"});
  EXPECT_EQ(capability_names(0x1fffffffffe, capability_mask(40)).size(), 40U);
  EXPECT_EQ(capability_names(uint64_t{1} << 63, capability_mask(40)),
            std::vector<std::string>{"cap_63"});
  EXPECT_TRUE(capability_names(0, capability_mask(40)).empty());
}

TEST(Cgroup, is_the_path_that_systemd_knows) {
  EXPECT_EQ(parse_cgroup("0::/system.slice/x.service\n"), "/system.slice/x.service");
  EXPECT_EQ(parse_cgroup("2:cpu:/docker/1\n1:name=systemd:/system.slice/x.service\n0::/\n"),
            "/system.slice/x.service");
  EXPECT_EQ(parse_cgroup("3:cpu:/\n2:memory:/docker/1\n"), "/docker/1");
  EXPECT_EQ(parse_cgroup("0::/\n"), "/");
  EXPECT_EQ(parse_cgroup("0::/with:colon\n"), "/with:colon");
  EXPECT_EQ(parse_cgroup("garbage"), "");
}

TEST(ExeLinks, tell_deleted_files_from_memory) {
  EXPECT_EQ(parse_exe_link("/bin/a").path, "/bin/a");
  const ExeLink deleted = parse_exe_link("/bin/a (deleted)");
  EXPECT_EQ(deleted.path, "/bin/a");
  EXPECT_TRUE(deleted.deleted);
  const ExeLink memory = parse_exe_link("/memfd:x (deleted)");
  EXPECT_EQ(memory.path, "/memfd:x");
  EXPECT_TRUE(memory.in_memory);
  EXPECT_FALSE(memory.deleted);
  EXPECT_FALSE(parse_exe_link("/memfd:a-file-of-that-name").in_memory);
}

TEST(Listeners, are_the_sockets_that_listen) {
  std::map<uint64_t, std::string> listeners;
  parse_listeners(
      "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout "
      "inode\n"
      "   0: 0100007F:2705 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 "
      "4711 1 0\n"
      "   1: 0100007F:2705 0100007F:9C40 01 00000000:00000000 00:00000000 00000000     0        0 "
      "4712 1 0\n"
      "   2: garbage 0A 0A\n",
      listeners);
  parse_listeners(
      "   0: 00000000000000000000000001000000:0050 00000000000000000000000000000000:0000 0A "
      "00000000:00000000 00:00000000 00000000     0        0 4713 1 0\n",
      listeners);
  const std::map<uint64_t, std::string> expected = {{4711, "tcp 127.0.0.1:9989"},
                                                    {4713, "tcp [::1]:80"}};
  EXPECT_EQ(listeners, expected);
}

TEST(BootTime, is_the_btime_line) {
  EXPECT_EQ(parse_boot_time("cpu 1 2\nintr 4\nbtime 1796040000\nprocesses 5\n"), 1796040000);
  EXPECT_EQ(parse_boot_time("btime soon\n"), std::nullopt);
}

}  // namespace
}  // namespace muster::observe
