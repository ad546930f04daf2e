// muster scan: judges a host.
#include "cli/command.h"
#include "cli/options.h"
#include "cli/sight.h"
#include "cli/version.h"
#include "judge/checks/all.h"

#include <memory>

namespace muster::cli {
namespace {

struct Options {
  SightOptions sight;
  ReportOptions report;
};

Result<int> scan(const Options& options) {
  TRY_ASSIGN(Output output, Output::open(options.report.output));
  TRY_ASSIGN(const Sight sight, look(options.sight, options.report.roll));
  const roll::Roll* roll = sight.roll ? &*sight.roll : nullptr;
  const report::Report report{
      .host = sight.host,
      .roll = roll,
      .verdict = judge::judge(judge::all_checks(), sight.host, sight.catalog, roll, sight.now),
      .fail_on = options.report.severity(),
      .took = sight.took,
      .version = std::string(version),
      .inventory = false,
      .catalog = &sight.catalog};
  return write_report(report, options.report, output);
}

}  // namespace

Command scan_command() {
  const auto options = std::make_shared<Options>();
  ReportOptions& report = options->report;
  return {.name = "scan",
          .about = "Judge this host against the roll and the catalog",
          .options = all_of({{roll_option(report.roll)},
                             sight_options(options->sight, true),
                             {format_option(report.format), output_option(report.output),
                              fail_on_option(report.fail_on)}}),
          .run = [options] { return exit_code_of(scan(*options)); }};
}

}  // namespace muster::cli
