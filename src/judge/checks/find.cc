// Looks a check up by its id.
#include "judge/checks/all.h"

namespace muster::judge {

const Check* find_check(std::string_view id) {
  for (const Check* check : all_checks())
    if (check->id == id) return check;
  return nullptr;
}

}  // namespace muster::judge
