// Options that are the same everywhere.
#include "cli/options.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace muster::cli {

judge::Severity ReportOptions::severity() const {
  return judge::parse_severity(fail_on).value_or(judge::Severity::medium);
}

Option roll_option(std::string& target) {
  return {"--roll", fmt::format("The list of authorised runners; {} when it exists", default_roll),
          &target, "FILE"};
}

Option output_option(std::string& target) {
  return {"--output,-o", "Write to FILE instead of standard output", &target, "FILE"};
}

Option format_option(std::string& target) {
  return {"--format", "How the report is written", &target, "FORMAT", {"text", "json"}};
}

Option fail_on_option(std::string& target) {
  return {"--fail-on",
          "The severity from which findings make the exit code 1",
          &target,
          "SEVERITY",
          {"info", "low", "medium", "high", "critical"}};
}

std::vector<Option> all_of(std::vector<std::vector<Option>> lists) {
  std::vector<Option> all;
  for (std::vector<Option>& list : lists) std::ranges::move(list, std::back_inserter(all));
  return all;
}

Result<int> write_report(const report::Report& report, const ReportOptions& options,
                         Output& output) {
  constexpr report::TextStyle plain{.colour = false, .width = 100};
  const auto style = output.is_standard() ? style_of_output() : plain;
  TRY(output.write(options.format == "json" ? report::as_json(report)
                                            : report::as_text(report, style)));
  return report::exit_code(report);
}

}  // namespace muster::cli
