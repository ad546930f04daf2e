// Which of the facts read belong into the document: what concerns runners, and what leads to them.
#pragma once
#include "catalog/product.h"
#include "facts/host.h"
#include "observe/host/accounts.h"
#include "observe/host/processes.h"
#include "os/root.h"

#include <vector>

namespace muster::observe {

// Moves into `host` the processes that have a role, carry a job's marks, sit in a runner unit's
// cgroup or expose a credential, with all their ancestors (everything when `all_processes`); the
// units that start a runner or expose a credential; the accounts of both. Listening sockets are
// read for the processes with a role.
void keep_relevant(facts::Host& host, const catalog::Catalog& catalog, ProcessTable processes,
                   const std::vector<facts::Unit>& units, const Accounts& accounts,
                   const Root& root, bool all_processes);

}  // namespace muster::observe
