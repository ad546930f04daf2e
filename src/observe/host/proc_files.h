// The texts of /proc files to values. Pure; nothing in them is trusted.
#pragma once
#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace muster::observe {

// The btime line of /proc/stat: seconds since the epoch.
std::optional<int64_t> parse_boot_time(std::string_view stat);

struct ProcessStat {
  std::string_view name;  // without its parentheses; may hold any byte
  int32_t parent = 0;
  bool kernel_thread = false;
  std::chrono::seconds since_boot{0};  // when it started
};
// /proc/PID/stat. What does not parse stays zero.
ProcessStat parse_process_stat(std::string_view stat);

struct ProcessStatus {
  uint32_t uid = 0;            // effective
  std::vector<uint32_t> gids;  // effective and supplementary, sorted, each once
  uint64_t capabilities = 0;   // effective, one bit each
};
ProcessStatus parse_process_status(std::string_view status);

// The path by which systemd knows the group: version 2's, else version 1's name=systemd, else the
// first controller's that is not the root.
std::string_view parse_cgroup(std::string_view cgroup);

struct ExeLink {
  std::string_view path;  // without " (deleted)"
  bool deleted = false;
  bool in_memory = false;  // a memfd, which has no file that could be deleted
};
ExeLink parse_exe_link(std::string_view target);

// The bits of all capabilities up to `last`; of those that are known here where it is not given.
uint64_t capability_mask(std::optional<uint64_t> last);
// "cap_sys_admin" and so on in the order of the bits; {"all"} when none of `all` is missing.
std::vector<std::string> capability_names(uint64_t bits, uint64_t all);

// Adds the listening sockets of a /proc/net/tcp or tcp6 text by inode: "tcp 127.0.0.1:80",
// "tcp [::1]:80".
void parse_listeners(std::string_view table, std::map<uint64_t, std::string>& listeners);

}  // namespace muster::observe
