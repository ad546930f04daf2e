// The control sockets of container engines on a host.
#pragma once
#include "facts/host.h"
#include "os/root.h"

#include <vector>

namespace muster::observe {

// The sockets of Docker, Podman, containerd, CRI-O, BuildKit, Incus and LXD that exist, rootless
// ones included, sorted by path; each once, though it may be reached by several paths.
std::vector<facts::EngineSocket> read_engines(const Root& root, std::vector<facts::Gap>& gaps);

}  // namespace muster::observe
