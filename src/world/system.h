// What a world says about the machine as a whole: names, kernel, mounts, boot.
#pragma once
#include "os/root.h"
#include "world/reader.h"

namespace muster::world {

struct System {
  Time now{};
  Time booted{};
  Time modified{};  // of files that name no time
};

// The keys `host` and `mounts`; adds /etc/hostname, machine-id and os-release, /proc/stat,
// /proc/self/mountinfo and what stands in /proc/sys.
Result<void> add_system(const Reader& reader, const formats::Node& world, const System& system,
                        MemoryTree& tree);

}  // namespace muster::world
