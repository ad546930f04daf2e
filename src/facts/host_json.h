// The JSON form of host facts: schema "muster.host/1". Reading refuses unknown schemas and wrong
// types with the path of the offending member; unknown members are ignored, missing ones default.
#pragma once
#include "base/result.h"
#include "facts/host.h"

#include <string>
#include <string_view>

namespace muster::facts {

inline constexpr std::string_view host_schema = "muster.host/1";

std::string to_json(const Host& host);               // pretty, stable order, ends in a newline
Result<Host> host_from_json(std::string_view text);  // malformed, too_large (64 MiB)

}  // namespace muster::facts
