// The processes of a world, as /proc shows them.
#pragma once
#include "os/root.h"
#include "world/accounts.h"
#include "world/reader.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace muster::world {

// A listening TCP socket.
struct Listener {
  bool six = false;     // IPv6
  std::string address;  // as /proc/net/tcp writes it: "0100007F:2705"
  uint64_t inode = 0;
};

struct WorldProcess {
  uint32_t pid = 0;
  uint32_t parent = 0;
  User user;
  std::vector<uint32_t> groups;  // supplementary, sorted
  Time started{};
  std::string exe;  // the link's text; empty: a kernel thread
  std::string name;
  std::string cwd;
  std::vector<std::string> arguments;
  std::vector<std::pair<std::string, std::string>> environment;
  std::string cgroup;
  bool all_capabilities = false;
  std::vector<Listener> listeners;
  bool other_namespace = false;
};

// The key `processes`, and pid 1 where the world names none. In order of their pids.
Result<std::vector<WorldProcess>> read_processes(const Reader& reader, const formats::Node& world,
                                                 const Accounts& accounts, Time now);

// Adds /proc/PID of each, /proc/net/tcp and tcp6, and /proc/self's mount namespace. `booted` is
// what start times are counted from.
void add_processes(const std::vector<WorldProcess>& processes, Time booted, Time now,
                   MemoryTree& tree);

}  // namespace muster::world
