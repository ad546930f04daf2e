// muster scan: judges a host.
#include "cli/command.h"
#include "cli/options.h"
#include "cli/sight.h"
#include "cli/version.h"
#include "judge/checks/all.h"

#include <CLI/CLI.hpp>

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
  const report::Report report{.host = sight.host,
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

void add_scan(CLI::App& program, int& exit) {
  auto* command = program.add_subcommand("scan", "Judge this host against the roll and the catalog");
  auto options = std::make_shared<Options>();
  add_roll_option(*command, options->report);
  add_sight_options(*command, options->sight, true);
  add_format_options(*command, options->report);
  add_fail_on_option(*command, options->report);
  command->callback([options, &exit] {
    const auto code = scan(*options);
    exit = code ? *code : refuse(code.error());
  });
}

}  // namespace muster::cli
