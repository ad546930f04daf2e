// Listening sockets: from the tables of /proc/net to the descriptors of processes.
#include "base/text.h"
#include "observe/host/evidence.h"
#include "observe/host/proc_files.h"
#include "observe/host/processes.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace muster::observe {
namespace {

constexpr size_t largest_table = size_t{64} << 20;
constexpr size_t most_descriptors = 1'048'576;  // the kernel's default for fs.nr_open

using Listeners = std::map<uint64_t, std::string>;  // by inode

Listeners listeners_of(const Root& root, std::vector<facts::Gap>& gaps) {
  Listeners listeners;
  for (const char* const path : {"/proc/net/tcp", "/proc/net/tcp6"}) {
    const auto table = root.read(path, largest_table);
    if (table)
      parse_listeners(*table, listeners);
    else if (table.error().code != Errc::not_found)
      gaps.push_back(gap_of(path, table.error(), false));
  }
  return listeners;
}

// The inode of "socket:[4711]".
std::optional<uint64_t> socket_inode(std::string_view target) {
  constexpr std::string_view prefix = "socket:[";
  if (!target.starts_with(prefix) || !target.ends_with(']')) return std::nullopt;
  return parse_number(target.substr(prefix.size(), target.size() - prefix.size() - 1));
}

// False: the descriptors may not be read. A process that is gone has none.
bool fill(const Root& root, const Listeners& listeners, facts::Process& process) {
  const std::string folder = fmt::format("/proc/{}/fd", process.pid);
  const auto descriptors = root.list(folder, most_descriptors);
  if (!descriptors) return descriptors.error().code == Errc::not_found;
  for (const DirEntry& descriptor : *descriptors) {
    const auto target = root.link_target(fmt::format("{}/{}", folder, descriptor.name));
    const auto inode = target ? socket_inode(*target) : std::nullopt;
    if (!inode) continue;
    if (const auto found = listeners.find(*inode); found != listeners.end())
      process.listens.push_back(found->second);
  }
  std::ranges::sort(process.listens);
  const auto repeated = std::ranges::unique(process.listens);
  process.listens.erase(repeated.begin(), repeated.end());
  return true;
}

}  // namespace

void read_listeners(const Root& root, const std::vector<facts::Process*>& processes,
                    std::vector<facts::Gap>& gaps) {
  const Listeners listeners = listeners_of(root, gaps);
  if (listeners.empty()) return;
  size_t closed = 0;
  for (facts::Process* const process : processes)
    if (!fill(root, listeners, *process)) closed++;
  if (closed > 0)
    gaps.push_back(
        {fmt::format("listening sockets of {} processes", closed), "Permission denied", false});
}

}  // namespace muster::observe
