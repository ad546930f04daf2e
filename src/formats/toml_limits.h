// What a TOML text would cost its library, before the library sees it.
#pragma once
#include "base/result.h"
#include "formats/document.h"

#include <string_view>

namespace muster::formats {

// Error: too_large, with the place, for more levels, values or dotted keys than are read. toml++
// bounds brackets but not dots: "a.a.a.a" makes a table a dot, and destroying a hundred thousand
// nested tables overflows the stack; it searches all tables that dots made, for each dotted key.
Result<> check_toml_limits(std::string_view text, const Limits& limits);

}  // namespace muster::formats
