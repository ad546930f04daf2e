// Reports made in code: what the golden tests and the tests of sentences look at.
#pragma once
#include "catalog/product.h"
#include "facts/host.h"
#include "judge/check.h"
#include "report/report.h"
#include "roll/roll.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace muster::tests {

// Owns everything that a report points to.
struct Case {
  std::string name;
  facts::Host host;
  std::optional<roll::Roll> roll;
  judge::Verdict verdict;
  catalog::Catalog catalog;
  bool inventory = false;

  report::Report report() const {
    return {.host = host,
            .roll = roll ? &*roll : nullptr,
            .verdict = verdict,
            .took = std::chrono::milliseconds(412),
            .version = "0.1.0",
            .inventory = inventory,
            .catalog = &catalog};
  }
};

// Case is pinned in memory: its matches point into its roll.
using CasePtr = std::unique_ptr<Case>;

// A host "build01" with `listed` runners on the roll, then `unlisted` ones that are not.
CasePtr host_with(size_t listed, size_t unlisted);
// What the golden files show.
std::vector<CasePtr> golden_cases();

}  // namespace muster::tests
