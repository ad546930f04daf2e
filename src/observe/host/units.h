// The systemd services of a host, with drop-ins and templates applied as systemd applies them.
#pragma once
#include "facts/host.h"
#include "os/root.h"
#include "redact/redact.h"

#include <cstdint>
#include <vector>

namespace muster::observe {

// Every service of the system manager and of the accounts' user managers, sorted by scope and name
// (scope "system" first). A template appears as itself and as each instance that something wants,
// with the specifiers of its settings expanded; masked services and aliases do not appear. Values
// are redacted; credentials in Environment= and Exec lines are exposures. Files that
// EnvironmentFile= names are not read. `files_read` is increased by the files that were read.
std::vector<facts::Unit> read_units(const Root& root, const std::vector<facts::Account>& accounts,
                                    const redact::Redactor& redactor, std::vector<facts::Gap>& gaps,
                                    uint64_t& files_read);

}  // namespace muster::observe
