// Which runners a host has: registration files, live processes and units brought together.
#pragma once
#include "catalog/product.h"
#include "facts/host.h"
#include "observe/host/accounts.h"
#include "observe/host/processes.h"
#include "observe/host/registrations.h"
#include "os/root.h"

#include <string>
#include <vector>

namespace muster::observe {

struct RunnersFound {
  std::vector<facts::Runner> runners;  // sorted by product, config, name, scope
  std::vector<facts::Role> roles;      // sorted by pid
};

// `marker_paths` are the files the walk found by name. Processes and units also lead to files
// elsewhere, and to registrations that left nothing on disk.
RunnersFound find_runners(const Root& root, const catalog::Catalog& catalog,
                          const MarkerNames& names, std::vector<std::string> marker_paths,
                          const ProcessTable& processes, const std::vector<facts::Unit>& units,
                          const Accounts& accounts, std::vector<facts::Gap>& gaps);

}  // namespace muster::observe
