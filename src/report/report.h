// One report object behind every format.
#pragma once
#include "catalog/product.h"
#include "facts/host.h"
#include "judge/check.h"

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

namespace muster::report {

struct Report {
  const facts::Host& host;
  const roll::Roll* roll = nullptr;
  judge::Verdict verdict;
  judge::Severity fail_on = judge::Severity::medium;
  std::chrono::milliseconds took{};
  std::string version;                        // of Muster
  bool inventory = false;                     // no judgement was asked for
  const catalog::Catalog* catalog = nullptr;  // names products, says what unknown fields need
};

inline constexpr std::string_view report_schema = "muster.report/1";

struct TextStyle {
  bool colour = false;
  int width = 80;
};

// What the exit code must be: 0, 1 or 3, as design fixes it.
int exit_code(const Report& report);
// The one sentence that answers the question.
std::string answer(const Report& report);
std::string as_text(const Report& report, const TextStyle& style);
std::string as_json(const Report& report);  // docs/reference/report.schema.json; ends in a newline

}  // namespace muster::report
