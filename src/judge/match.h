// Who is who: which observed runner is which entry or pool of the roll.
#pragma once
#include "catalog/product.h"
#include "facts/host.h"
#include "roll/roll.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace muster::judge {

struct Match {
  const roll::Entry* entry = nullptr;
  const roll::Pool* pool = nullptr;
  std::string by;       // the key it was matched by: "scope+id", "scope+uuid", "place", "pool name"
  bool proven = false;  // a pool match by name pattern alone is not
  std::string
      almost;  // why the closest entry did not match: "entry build-01 names user ci, seen root"
  bool listed() const { return entry != nullptr || pool != nullptr; }
};

// How a runner is named everywhere: "runner:<product>/<name or ?>@<path, or host:pid-less mark>".
std::string subject_of(const facts::Runner& runner);

// One Match a runner, in the order of host.runners. Each entry matches at most one runner; pools
// many.
std::vector<Match> match(const facts::Host& host, const roll::Roll& roll,
                         const catalog::Catalog& catalog);

// Glob with * and ? over the whole text (linear time).
bool glob_matches(std::string_view glob, std::string_view text);

}  // namespace muster::judge
