// Facts quoted as evidence, in the same words by every check.
#pragma once
#include "facts/host.h"
#include "judge/finding.h"

#include <string>
#include <string_view>
#include <vector>

namespace muster::judge {

// How a sentence calls a runner: by its name, else by its folder.
std::string name_of(const facts::Runner& runner);
// Where it stands and what it does: registration file with name and scope, live processes, units.
std::vector<Evidence> quote(const facts::Runner& runner, const facts::Host& host);
// One field ("scope") where it was read, else what the runner was recognised by.
Evidence quote_field(const facts::Runner& runner, std::string_view field, std::string text);
// The line that starts it, which may stand in a drop-in.
Evidence quote(const facts::Unit& unit);
Evidence quote(const facts::Process& process);  // its command line, user and parent
// Whether something runs it now, or starts it by itself.
bool is_live(const facts::Runner& runner);
bool starts_by_itself(const facts::Runner& runner, const facts::Host& host);
// The unit a runner names as "scope/name"; null when its facts are not there.
const facts::Unit* find_unit(const facts::Host& host, std::string_view scope_and_name);

}  // namespace muster::judge
