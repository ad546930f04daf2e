// The table of every check, generated from this folder's CMakeLists.txt.
#pragma once
#include "judge/check.h"

#include <span>
#include <string_view>

namespace muster::judge {

std::span<const Check* const> all_checks();    // sorted by id
const Check* find_check(std::string_view id);  // null: there is none

}  // namespace muster::judge
