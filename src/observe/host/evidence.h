// What every collector says in the same way: gaps and exposed credentials.
#pragma once
#include "base/result.h"
#include "facts/host.h"
#include "redact/redact.h"

#include <string>
#include <string_view>
#include <vector>

namespace muster::observe {

// A gap from the error of a read: only the reason is kept, as `what` already names the path.
facts::Gap gap_of(std::string_view what, const Error& error, bool could_hide_runner);

// Adds what the redactor is certain of. `shown` is the redacted, visible text the hits are from; of
// a long one only the part around the credential is kept. The hit names the source's place.
void add_exposures(const std::vector<redact::Hit>& hits, const facts::Source& source,
                   std::string_view shown, std::vector<facts::Exposure>& exposures);

// At most `limit` bytes of a UTF-8 text, cut between characters and marked "…" when cut.
std::string cut(std::string_view text, size_t limit);

}  // namespace muster::observe
