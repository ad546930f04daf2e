// The system call filter of a confined process.
#pragma once
#include <string>
#include <vector>

namespace muster {

// Loads the filter for this process; needs no_new_privs. Gives what could not be forbidden, and
// why; empty when the whole filter is loaded.
std::vector<std::string> load_system_call_filter();

}  // namespace muster
