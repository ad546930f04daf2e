// Parsing of /proc/PID/stat, status, cgroup, exe and /proc/net/tcp; see proc(5).
#include "observe/host/proc_files.h"

#include "base/text.h"

#include <arpa/inet.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>

namespace muster::observe {
namespace {

constexpr uint64_t ticks_a_second = 100;             // USER_HZ, fixed on Linux
constexpr uint64_t kernel_thread_flag = 0x00200000;  // PF_KTHREAD; no program can set it
constexpr uint64_t most_ticks = uint64_t{1} << 50;   // far beyond any uptime, far below overflow
constexpr std::string_view listening = "0A";

// In the order of the bits, linux/capability.h.
constexpr std::array<std::string_view, 41> capabilities = {"chown",
                                                           "dac_override",
                                                           "dac_read_search",
                                                           "fowner",
                                                           "fsetid",
                                                           "kill",
                                                           "setgid",
                                                           "setuid",
                                                           "setpcap",
                                                           "linux_immutable",
                                                           "net_bind_service",
                                                           "net_broadcast",
                                                           "net_admin",
                                                           "net_raw",
                                                           "ipc_lock",
                                                           "ipc_owner",
                                                           "sys_module",
                                                           "sys_rawio",
                                                           "sys_chroot",
                                                           "sys_ptrace",
                                                           "sys_pacct",
                                                           "sys_admin",
                                                           "sys_boot",
                                                           "sys_nice",
                                                           "sys_resource",
                                                           "sys_time",
                                                           "sys_tty_config",
                                                           "mknod",
                                                           "lease",
                                                           "audit_write",
                                                           "audit_control",
                                                           "setfcap",
                                                           "mac_override",
                                                           "mac_admin",
                                                           "syslog",
                                                           "wake_alarm",
                                                           "block_suspend",
                                                           "audit_read",
                                                           "perfmon",
                                                           "bpf",
                                                           "checkpoint_restore"};

template <class Number>
std::optional<Number> number_of(std::string_view text, int base = 10) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

// "0100007F:1F90" or 32 digits: each group of eight is a word in the byte order of the machine.
std::optional<std::string> address_of(std::string_view text) {
  const size_t colon = text.find(':');
  if (colon != 8 && colon != 32) return std::nullopt;
  std::array<uint32_t, 4> address{};
  for (size_t i = 0; i * 8 < colon; i++) {
    const auto group = number_of<uint32_t>(text.substr(i * 8, 8), 16);
    if (!group) return std::nullopt;
    address.at(i) = *group;
  }
  const auto port = number_of<uint16_t>(text.substr(colon + 1), 16);
  std::array<char, INET6_ADDRSTRLEN> shown{};
  const bool four = colon == 8;
  if (!port || !inet_ntop(four ? AF_INET : AF_INET6, address.data(), shown.data(), shown.size()))
    return std::nullopt;
  return four ? fmt::format("tcp {}:{}", shown.data(), *port)
              : fmt::format("tcp [{}]:{}", shown.data(), *port);
}

}  // namespace

std::optional<int64_t> parse_boot_time(std::string_view stat) {
  for (const std::string_view line : lines(stat))
    if (line.starts_with("btime "))
      if (const auto seconds = parse_number(trim(line.substr(6))); seconds && *seconds < most_ticks)
        return static_cast<int64_t>(*seconds);
  return std::nullopt;
}

ProcessStat parse_process_stat(std::string_view stat) {
  ProcessStat result;
  const size_t open = stat.find('('), close = stat.rfind(')');  // a name may hold parentheses
  if (open == stat.npos || close == stat.npos || close < open) return result;
  result.name = stat.substr(open + 1, close - open - 1);
  // From here on proc(5)'s fields 3 (state), 4 (parent), 9 (flags) and 22 (start).
  const auto fields = words(stat.substr(close + 1));
  const auto field = [&](size_t number) {
    return number - 3 < fields.size() ? fields[number - 3] : std::string_view();
  };
  result.parent = std::max(number_of<int32_t>(field(4)).value_or(0), 0);
  result.kernel_thread = (number_of<uint64_t>(field(9)).value_or(0) & kernel_thread_flag) != 0;
  if (const auto ticks = number_of<uint64_t>(field(22)); ticks && *ticks < most_ticks)
    result.since_boot = std::chrono::seconds(*ticks / ticks_a_second);
  return result;
}

ProcessStatus parse_process_status(std::string_view status) {
  ProcessStatus result;
  while (!status.empty()) {
    const std::string_view line = status.substr(0, status.find('\n'));
    status.remove_prefix(std::min(line.size() + 1, status.size()));
    if (line.starts_with("Uid:")) {  // real, effective, saved, file system
      const auto uids = words(line.substr(4));
      if (uids.size() > 1) result.uid = number_of<uint32_t>(uids[1]).value_or(0);
    } else if (line.starts_with("Gid:")) {
      const auto gids = words(line.substr(4));
      if (gids.size() > 1)
        if (const auto gid = number_of<uint32_t>(gids[1])) result.gids.push_back(*gid);
    } else if (line.starts_with("Groups:")) {
      for (const std::string_view word : words(line.substr(7)))
        if (const auto gid = number_of<uint32_t>(word)) result.gids.push_back(*gid);
    } else if (line.starts_with("CapEff:")) {
      result.capabilities = number_of<uint64_t>(trim(line.substr(7)), 16).value_or(0);
      break;
    }
  }
  std::ranges::sort(result.gids);
  const auto repeated = std::ranges::unique(result.gids);
  result.gids.erase(repeated.begin(), repeated.end());
  return result;
}

std::string_view parse_cgroup(std::string_view cgroup) {
  std::string_view unified, by_systemd, first;
  for (const std::string_view line : lines(cgroup)) {  // "hierarchy:controllers:path"
    const size_t one = line.find(':'), two = line.find(':', one == line.npos ? one : one + 1);
    if (two == line.npos) continue;
    const std::string_view controllers = line.substr(one + 1, two - one - 1),
                           path = line.substr(two + 1);
    if (line.substr(0, one) == "0" && controllers.empty())
      unified = path;
    else if (controllers == "name=systemd")
      by_systemd = path;
    else if (first.empty() && path != "/")
      first = path;
  }
  // On hosts with both versions, the unified one may be unused: every process stands in its root.
  if (!unified.empty() && unified != "/") return unified;
  if (!by_systemd.empty() && by_systemd != "/") return by_systemd;
  if (!first.empty()) return first;
  return unified.empty() ? by_systemd : unified;
}

ExeLink parse_exe_link(std::string_view target) {
  constexpr std::string_view deleted = " (deleted)";
  ExeLink link{target, false, false};
  if (!target.ends_with(deleted)) return link;
  link.path.remove_suffix(deleted.size());
  link.in_memory = target.starts_with("/memfd:");
  link.deleted = !link.in_memory;
  return link;
}

uint64_t capability_mask(std::optional<uint64_t> last) {
  const uint64_t count = last && *last < 63 ? *last + 1 : capabilities.size();
  return (uint64_t{1} << count) - 1;
}

std::vector<std::string> capability_names(uint64_t bits, uint64_t all) {
  if ((bits & all) == all) return {"all"};
  std::vector<std::string> names;
  for (size_t bit = 0; bit < 64; bit++) {
    if ((bits >> bit & 1) == 0) continue;
    names.push_back(bit < capabilities.size() ? fmt::format("cap_{}", capabilities[bit])
                                              : fmt::format("cap_{}", bit));
  }
  return names;
}

void parse_listeners(std::string_view table, std::map<uint64_t, std::string>& listeners) {
  while (!table.empty()) {
    const std::string_view line = table.substr(0, table.find('\n'));
    table.remove_prefix(std::min(line.size() + 1, table.size()));
    if (line.find(listening) == line.npos) continue;  // nearly all lines are connections
    const auto fields = words(line);
    if (fields.size() < 10 || fields[3] != listening) continue;
    const auto inode = parse_number(fields[9]);
    auto address = address_of(fields[1]);
    if (inode && address) listeners.emplace(*inode, *std::move(address));
  }
}

}  // namespace muster::observe
