// Options that are the same everywhere.
#include "cli/options.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

namespace muster::cli {

judge::Severity ReportOptions::severity() const {
  return judge::parse_severity(fail_on).value_or(judge::Severity::medium);
}

void add_format_options(CLI::App& command, ReportOptions& options) {
  command.add_option("--format", options.format, "How the report is written")
      ->check(CLI::IsMember({"text", "json"}))
      ->capture_default_str();
  command.add_option("--output,-o", options.output, "Write to FILE instead of standard output")->type_name("FILE");
}

void add_roll_option(CLI::App& command, ReportOptions& options) {
  command
      .add_option("--roll", options.roll,
                  fmt::format("The list of authorised runners; {} when it exists", default_roll))
      ->type_name("FILE");
}

void add_fail_on_option(CLI::App& command, ReportOptions& options) {
  command.add_option("--fail-on", options.fail_on, "The severity from which findings make the exit code 1")
      ->check(CLI::IsMember({"info", "low", "medium", "high", "critical"}))
      ->capture_default_str();
}

Result<int> write_report(const report::Report& report, const ReportOptions& options, Output& output) {
  constexpr report::TextStyle plain{.colour = false, .width = 100};
  const auto style = output.is_standard() ? style_of_output() : plain;
  TRY(output.write(options.format == "json" ? report::as_json(report) : report::as_text(report, style)));
  return report::exit_code(report);
}

}  // namespace muster::cli
