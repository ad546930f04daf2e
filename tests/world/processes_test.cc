// The /proc of a world, field by field as the kernel writes it.
#include "base/text.h"
#include "support/files.h"
#include "world/world.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace muster::world {
namespace {

using testing::HasSubstr;

constexpr std::string_view yaml = R"yaml(
says: A process.
users: { ci: { uid: 1001, groups: [docker] } }
groups: { docker: 990 }
processes:
  - pid: 812
    parent: 7
    user: ci
    started: 2026-11-30T10:00:00Z
    exe: "/opt/r/bin/Runner.Listener (deleted)"
    arguments: [/opt/r/bin/Runner.Listener, run, "with blank", ""]
    name: "odd) name"
    cwd: /opt/r
    environment: { PATH: /usr/bin, EMPTY: "" }
    cgroup: /system.slice/x.service
    listens: ["tcp 127.0.0.1:9989", "tcp6 [::1]:80", "tcp [2001:db8::1]:443"]
    namespace: other
  - { pid: 7, exe: /usr/sbin/sshd, capabilities: none }
  - { pid: 2, name: kthreadd, parent: 0 }
)yaml";

MemoryTree tree() {
  Result<World> world = parse("w.yaml", yaml, [](std::string_view) { return std::string(); });
  if (world) return std::move(world->tree);
  ADD_FAILURE() << world.error().what;
  return {};
}

std::string content(const MemoryTree& files, const std::string& path) {
  const auto file = files.find(path);
  if (file != files.end()) return file->second.content;
  ADD_FAILURE() << "no " << path;
  return {};
}

// The fields of a stat file after the name, which may hold blanks and parentheses.
std::vector<std::string_view> fields_after_name(const std::string& stat) {
  return words(std::string_view(stat).substr(stat.rfind(')') + 1));
}

TEST(WorldProcesses, have_a_stat_of_52_fields) {
  const MemoryTree files = tree();
  for (const std::string pid : {"1", "2", "7", "812"}) {
    const std::string stat = content(files, fmt::format("/proc/{}/stat", pid));
    EXPECT_EQ(fields_after_name(stat).size() + 2, 52U) << stat;
  }
  EXPECT_THAT(content(files, "/proc/812/stat"), testing::StartsWith("812 (odd) name) S 7 812 "));
}

TEST(WorldProcesses, have_as_many_stat_fields_as_this_kernel_writes) {
  const MemoryTree files = tree();
  EXPECT_EQ(fields_after_name(content(files, "/proc/7/stat")).size(),
            fields_after_name(tests::read_text("/proc/self/stat")).size());
}

TEST(WorldProcesses, start_where_boot_time_and_ticks_say) {
  const MemoryTree files = tree();
  const std::string system_stat = content(files, "/proc/stat");
  uint64_t booted = 0;
  for (const std::string_view line : lines(system_stat))
    if (line.starts_with("btime ")) booted = parse_number(line.substr(6)).value_or(0);
  const std::string stat = content(files, "/proc/812/stat");
  const uint64_t ticks = parse_number(fields_after_name(stat).at(19)).value_or(0);
  EXPECT_EQ(to_string(Time(std::chrono::seconds(booted + ticks / 100))), "2026-11-30T10:00:00Z");
}

TEST(WorldProcesses, show_ids_groups_and_capabilities_in_status) {
  const MemoryTree files = tree();
  const std::string status = content(files, "/proc/812/status");
  EXPECT_THAT(status, testing::StartsWith("Name:\todd) name\n"));
  EXPECT_THAT(status, HasSubstr("\nPPid:\t7\n"));
  EXPECT_THAT(status, HasSubstr("\nUid:\t1001\t1001\t1001\t1001\n"));
  EXPECT_THAT(status, HasSubstr("\nGroups:\t990 1001 \n"));
  EXPECT_THAT(status, HasSubstr("\nCapEff:\t0000000000000000\n"));
  EXPECT_THAT(content(files, "/proc/1/status"), HasSubstr("\nCapEff:\t000001ffffffffff\n"));
  EXPECT_THAT(content(files, "/proc/1/status"), HasSubstr("\nGroups:\t \n"));
  EXPECT_THAT(content(files, "/proc/7/status"), HasSubstr("\nCapEff:\t0000000000000000\n"));
}

TEST(WorldProcesses, end_arguments_and_environment_with_nul) {
  using namespace std::string_literals;
  const MemoryTree files = tree();
  EXPECT_EQ(content(files, "/proc/812/cmdline"),
            "/opt/r/bin/Runner.Listener\0run\0with blank\0\0"s);
  EXPECT_EQ(content(files, "/proc/812/environ"), "PATH=/usr/bin\0EMPTY=\0"s);
  EXPECT_EQ(content(files, "/proc/7/cmdline"), "/usr/sbin/sshd\0"s);
  EXPECT_EQ(content(files, "/proc/812/comm"), "odd) name\n");
  EXPECT_EQ(content(files, "/proc/812/cgroup"), "0::/system.slice/x.service\n");
}

TEST(WorldProcesses, link_to_their_program_folder_and_namespace) {
  const MemoryTree files = tree();
  EXPECT_EQ(content(files, "/proc/812/exe"), "/opt/r/bin/Runner.Listener (deleted)");
  EXPECT_EQ(content(files, "/proc/812/cwd"), "/opt/r");
  EXPECT_EQ(content(files, "/proc/812/root"), "/");
  EXPECT_NE(content(files, "/proc/812/ns/mnt"), content(files, "/proc/self/ns/mnt"));
  EXPECT_EQ(content(files, "/proc/7/ns/mnt"), content(files, "/proc/self/ns/mnt"));
  EXPECT_EQ(files.at("/proc/812/environ").info.uid, 1001U);
  EXPECT_EQ(files.at("/proc/812/environ").info.mode, 0400);
}

TEST(WorldProcesses, listen_as_the_kernel_lists_it) {
  const MemoryTree files = tree();
  const std::string four = content(files, "/proc/net/tcp");
  const std::string six = content(files, "/proc/net/tcp6");
  const std::vector<std::string_view> rows = lines(four);
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[0].size(), 149U);
  EXPECT_EQ(rows[1].size(), 149U);
  const std::vector<std::string_view> row = words(rows[1]);
  EXPECT_EQ(row.at(1), "0100007F:2705");
  EXPECT_EQ(row.at(3), "0A");
  EXPECT_EQ(row.at(7), "1001");
  EXPECT_EQ(content(files, "/proc/812/fd/3"), fmt::format("socket:[{}]", row.at(9)));
  EXPECT_THAT(six, HasSubstr(" 00000000000000000000000001000000:0050 "));
  EXPECT_THAT(six, HasSubstr(" B80D0120000000000000000001000000:01BB "));
  EXPECT_EQ(lines(six).size(), 3U);
}

TEST(WorldProcesses, of_the_kernel_have_no_program) {
  const MemoryTree files = tree();
  EXPECT_FALSE(files.contains("/proc/2/exe"));
  EXPECT_EQ(content(files, "/proc/2/cmdline"), "");
  EXPECT_EQ(content(files, "/proc/2/comm"), "kthreadd\n");
}

}  // namespace
}  // namespace muster::world
