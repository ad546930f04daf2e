// Processes: from plain structs to /proc, in the kernel's own formats (proc(5), fs/proc/array.c of
// Linux 6.1).
#include "base/text.h"
#include "world/files.h"
#include "world/processes.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace muster::world {
namespace {

constexpr int64_t ticks_a_second = 100;  // USER_HZ, the same on every architecture
constexpr std::string_view all_capabilities = "000001ffffffffff";  // 41 of them, as in 6.1
constexpr std::string_view no_capabilities = "0000000000000000";

// All 52 fields; those that nobody reads hold what an idle process shows.
std::string stat_text(const WorldProcess& process, Time booted) {
  const int64_t start = (process.started - booted).count() * ticks_a_second;
  const bool is_kernel_thread = process.exe.empty();
  return fmt::format(
      "{} ({}) S {} {} {} 0 -1 {} 1200 0 0 0 12 5 0 0 20 0 1 0 {} {} {} 18446744073709551615 "
      "1 1 0 0 0 0 0 0 0 0 0 0 17 0 0 0 0 0 0 0 0 0 0 0 0 0 0\n",
      process.pid, process.name, process.parent, process.pid, process.pid,
      is_kernel_thread ? 0x200000 : 0x400000, start, is_kernel_thread ? 0 : 3133440,
      is_kernel_thread ? 0 : 384);
}

// The kernel writes line feeds and backslashes of a name escaped in status, but not in stat.
std::string escaped_name(std::string_view name) {
  std::string text;
  for (const char c : name) {
    if (c == '\n') {
      text += "\\n";
    } else if (c == '\\') {
      text += "\\\\";
    } else {
      text += c;
    }
  }
  return text;
}

std::string status_text(const WorldProcess& process) {
  std::string groups;
  for (const uint32_t gid : process.groups) groups += fmt::format("{} ", gid);
  const std::string_view capabilities =
      process.all_capabilities ? all_capabilities : no_capabilities;
  const uint32_t uid = process.user.uid;
  const uint32_t gid = process.user.gid;
  std::string text;
  const auto out = std::back_inserter(text);
  fmt::format_to(out, "Name:\t{}\nUmask:\t0022\nState:\tS (sleeping)\n",
                 escaped_name(process.name));
  fmt::format_to(out, "Tgid:\t{0}\nNgid:\t0\nPid:\t{0}\nPPid:\t{1}\nTracerPid:\t0\n", process.pid,
                 process.parent);
  fmt::format_to(out, "Uid:\t{0}\t{0}\t{0}\t{0}\nGid:\t{1}\t{1}\t{1}\t{1}\nFDSize:\t64\n", uid,
                 gid);
  // A process without groups still gets the blank.
  fmt::format_to(out, "Groups:\t{}\n", groups.empty() ? " " : groups);
  fmt::format_to(out, "NStgid:\t{0}\nNSpid:\t{0}\nNSpgid:\t{0}\nNSsid:\t{0}\n", process.pid);
  if (!process.exe.empty())
    text += "VmPeak:\t    3060 kB\nVmSize:\t    3060 kB\nVmRSS:\t    1536 kB\n";
  text += "Threads:\t1\nSigQ:\t0/15000\n";
  text += "SigPnd:\t0000000000000000\nShdPnd:\t0000000000000000\nSigBlk:\t0000000000000000\n";
  text += "SigIgn:\t0000000000000000\nSigCgt:\t0000000000000000\n";
  fmt::format_to(out, "CapInh:\t{0}\nCapPrm:\t{1}\nCapEff:\t{1}\nCapBnd:\t{2}\nCapAmb:\t{0}\n",
                 no_capabilities, capabilities, all_capabilities);
  text += "NoNewPrivs:\t0\nSeccomp:\t0\nSeccomp_filters:\t0\n";
  text += "voluntary_ctxt_switches:\t10\nnonvoluntary_ctxt_switches:\t1\n";
  return text;
}

std::string cmdline_text(const WorldProcess& process) {
  std::string text;
  for (const std::string& argument : process.arguments) (text += argument) += '\0';
  return text;
}

std::string environ_text(const WorldProcess& process) {
  std::string text;
  for (const auto& [key, value] : process.environment)
    text += fmt::format("{}={}", key, value) + '\0';
  return text;
}

void add_process(const WorldProcess& process, Time booted, MemoryTree& tree) {
  const std::string folder = fmt::format("/proc/{}", process.pid);
  const Owner owner = {.uid = process.user.uid, .gid = process.user.gid};
  const Time since = process.started;
  const auto add = [&](std::string_view name, std::string text, uint16_t mode) {
    tree.insert_or_assign(join_path(folder, name),
                          regular_file(std::move(text), since, owner, mode));
  };
  const auto link = [&](std::string_view name, std::string target) {
    tree.insert_or_assign(join_path(folder, name), symbolic_link(std::move(target), since, owner));
  };
  tree.insert_or_assign(folder, directory(since, owner, 0555));
  tree.insert_or_assign(folder + "/ns", directory(since, owner, 0511));
  tree.insert_or_assign(folder + "/fd", directory(since, owner, 0500));
  add("stat", stat_text(process, booted), 0444);
  add("status", status_text(process), 0444);
  add("comm", process.name + "\n", 0644);
  add("cmdline", cmdline_text(process), 0444);
  add("environ", environ_text(process), 0400);
  add("cgroup", fmt::format("0::{}\n", process.cgroup), 0444);
  if (!process.exe.empty()) link("exe", process.exe);
  link("cwd", process.cwd);
  link("root", "/");
  link("ns/mnt", process.other_namespace ? "mnt:[4026532601]" : "mnt:[4026531841]");
  if (process.exe.empty()) return;
  for (int fd = 0; fd < 3; fd++) link(fmt::format("fd/{}", fd), "/dev/null");
  for (size_t i = 0; i < process.listeners.size(); i++)
    link(fmt::format("fd/{}", i + 3), fmt::format("socket:[{}]", process.listeners[i].inode));
}

// The lines of tcp are padded to 149 characters, those of tcp6 are not (net/ipv4/tcp_ipv4.c).
std::string sockets_text(const std::vector<WorldProcess>& processes, bool six) {
  const std::string_view header =
      six ? "  sl  local_address                         remote_address                        st "
            "tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode"
          : "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  "
            "timeout inode";
  const std::string nobody = six ? std::string(32, '0') + ":0000" : "00000000:0000";
  const size_t width = six ? 0 : 149;
  std::string text = fmt::format("{:<{}}\n", header, width);
  size_t slot = 0;
  for (const WorldProcess& process : processes)
    for (const Listener& listener : process.listeners) {
      if (listener.six != six) continue;
      const std::string line = fmt::format(
          "{:4}: {} {} 0A 00000000:00000000 00:00000000 00000000 {:5}        0 {} 1 "
          "0000000000000000 100 0 0 10 0",
          slot++, listener.address, nobody, process.user.uid, listener.inode);
      text += fmt::format("{:<{}}\n", line, width);
    }
  return text;
}

}  // namespace

void add_processes(const std::vector<WorldProcess>& processes, Time booted, Time now,
                   MemoryTree& tree) {
  for (const WorldProcess& process : processes) add_process(process, booted, tree);
  tree.insert_or_assign("/proc/net/tcp",
                        regular_file(sockets_text(processes, false), now, {}, 0444));
  tree.insert_or_assign("/proc/net/tcp6",
                        regular_file(sockets_text(processes, true), now, {}, 0444));
  tree.insert_or_assign("/proc/self/ns/mnt", symbolic_link("mnt:[4026531841]", now));
}

}  // namespace muster::world
