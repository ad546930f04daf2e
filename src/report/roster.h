// The runners section of the text report.
#pragma once
#include "report/layout.h"
#include "report/standing.h"

#include <string>
#include <vector>

namespace muster::report {

// A table when there are several and it fits the page, else a block of lines for each runner.
void put_roster(Page& page, const std::vector<Standing>& standings);

// "build-01 (GitHub Actions runner in /opt/r)": how text names a runner.
std::string title_of(const Standing& standing);
// "listed as build-01, matched by scope+id, approved by carol@acme.example (CHG-1234)".
std::string roll_words(const Standing& standing);

}  // namespace muster::report
