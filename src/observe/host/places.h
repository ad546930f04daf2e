// Where the walk for registration files goes on a host, and where by design it does not.
#pragma once
#include "facts/source.h"
#include "os/root.h"

#include <string>
#include <vector>

namespace muster::observe {

struct WalkPlan {
  std::vector<std::string> starts;      // mount points of local file systems; "/" alone offline
  std::vector<std::string> skip;        // folders not entered: container layers, kernel trees
  std::vector<std::string> not_walked;  // "path: why", for the report
  std::vector<facts::Gap> gaps;         // network and FUSE mounts, unless they were asked for
};

// From /proc/self/mountinfo where there is one. What is mounted several times (bind mounts) is
// walked once, at the mount point that shows most of it.
WalkPlan plan_walk(const Root& root, bool cross_remote);

}  // namespace muster::observe
