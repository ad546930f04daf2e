// Options that are the same everywhere.
#pragma once
#include "base/result.h"
#include "cli/command.h"
#include "judge/finding.h"
#include "report/report.h"

#include <string>

namespace muster::cli {

struct ReportOptions {
  std::string roll;
  std::string format = "text";
  std::string output;
  std::string fail_on = "medium";

  judge::Severity severity() const;  // fail_on, which the option's check has vouched for
};

void add_format_options(CLI::App& command, ReportOptions& options);  // --format, --output
void add_roll_option(CLI::App& command, ReportOptions& options);     // --roll
void add_fail_on_option(CLI::App& command, ReportOptions& options);  // --fail-on

// Writes a report in the format asked for and gives its exit code.
Result<int> write_report(const report::Report& report, const ReportOptions& options, Output& output);

}  // namespace muster::cli
