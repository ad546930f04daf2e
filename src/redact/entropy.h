// Long random runs: what is left when neither its shape nor its carrier gives a secret away.
#pragma once
#include "redact/mark.h"

#include <string_view>

namespace muster::redact {

// Marks runs that look like the output of a random generator. Never certain: such a run may as
// well be a nonce or a checksum. Hexadecimal runs are let through, since commit ids, digests and
// uuids are everywhere.
void mark_random_runs(std::string_view text, Marks& marks);
// A milder test for one word in a place where a secret may stand: sixteen characters or more,
// letters and digits well mixed, and not only hexadecimal.
bool looks_random(std::string_view word);

}  // namespace muster::redact
