// Facts that nobody would think of.
#pragma once
#include "facts/host.h"

#include <cstdint>

namespace muster::tests {

// Every member is filled, with empty and awkward values among them; the same for the same seed.
facts::Host random_host(uint32_t seed);

}  // namespace muster::tests
