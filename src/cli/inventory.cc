// muster inventory: what runners are here, without judgement.
#include "cli/command.h"
#include "cli/options.h"
#include "cli/sight.h"
#include "cli/version.h"

#include <memory>

namespace muster::cli {
namespace {

struct Options {
  SightOptions sight;
  ReportOptions report;
};

Result<int> inventory(const Options& options) {
  TRY_ASSIGN(Output output, Output::open(options.report.output));
  TRY_ASSIGN(const Sight sight, look(options.sight, options.report.roll));
  const roll::Roll* roll = sight.roll ? &*sight.roll : nullptr;
  // No check runs; the roll only tells who owns what.
  const report::Report report{
      .host = sight.host,
      .roll = roll,
      .verdict = judge::judge({}, sight.host, sight.catalog, roll, sight.now),
      .fail_on = judge::Severity::critical,
      .took = sight.took,
      .version = std::string(version),
      .inventory = true,
      .catalog = &sight.catalog};
  return write_report(report, options.report, output);
}

}  // namespace

Command inventory_command() {
  const auto options = std::make_shared<Options>();
  ReportOptions& report = options->report;
  return {.name = "inventory",
          .about = "List the runners on this host, without judgement",
          .options = all_of({{roll_option(report.roll)},
                             sight_options(options->sight, true),
                             {format_option(report.format), output_option(report.output)}}),
          .run = [options] { return exit_code_of(inventory(*options)); }};
}

}  // namespace muster::cli
