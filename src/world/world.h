// A world: one YAML file that describes a host (files, owners, processes, units), the roll, and the
// expected findings. It becomes a tree in memory, or a tree on disk, that reads the same.
#pragma once
#include "base/result.h"
#include "base/time.h"
#include "os/root.h"

#include <functional>
#include <string>
#include <string_view>

namespace muster::world {

struct World {
  std::string says;    // the claim this world makes, one sentence
  std::string roll;    // the roll's YAML; empty: none
  std::string expect;  // the expected findings, as text
  Time now{};
  MemoryTree tree;  // files, /etc/passwd and /etc/group, /proc of the processes
};

// Gives the value for a {{secret:kind}} placeholder; worlds never hold secrets themselves.
using SecretMaker = std::function<std::string(std::string_view kind)>;

// Errors name file, line and column.
Result<World> parse(std::string_view file_name, std::string_view yaml, const SecretMaker& secret);
// Writes the tree below an existing empty directory, with owners, modes and links. Needs root.
Result<void> write(const MemoryTree& tree, const std::string& directory);

}  // namespace muster::world
