// muster inventory: what runners are here, without judgement.
#include "cli/command.h"
#include "cli/options.h"
#include "cli/sight.h"
#include "cli/version.h"

#include <CLI/CLI.hpp>

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
  const report::Report report{.host = sight.host,
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

void add_inventory(CLI::App& program, int& exit) {
  auto* command = program.add_subcommand("inventory", "List the runners on this host, without judgement");
  auto options = std::make_shared<Options>();
  add_roll_option(*command, options->report);
  add_sight_options(*command, options->sight, true);
  add_format_options(*command, options->report);
  command->callback([options, &exit] {
    const auto code = inventory(*options);
    exit = code ? *code : refuse(code.error());
  });
}

}  // namespace muster::cli
