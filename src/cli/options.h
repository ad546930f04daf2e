// Options that are the same everywhere.
#pragma once
#include "cli/command.h"
#include "cli/streams.h"
#include "judge/finding.h"
#include "report/report.h"

#include <string>
#include <vector>

namespace muster::cli {

struct ReportOptions {
  std::string roll;
  std::string format = "text";
  std::string output;
  std::string fail_on = "medium";

  judge::Severity severity() const;  // fail_on, whose choices the option names
};

Option roll_option(std::string& target);
Option output_option(std::string& target);
Option format_option(std::string& target);
Option fail_on_option(std::string& target);

// The options of all the lists, in order.
std::vector<Option> all_of(std::vector<std::vector<Option>> lists);

// Writes a report in the format asked for and gives its exit code.
Result<int> write_report(const report::Report& report, const ReportOptions& options,
                         Output& output);

}  // namespace muster::cli
