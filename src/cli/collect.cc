// muster collect: the facts of a host to a file.
#include "cli/command.h"
#include "cli/options.h"
#include "cli/sight.h"
#include "facts/host_json.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <memory>

namespace muster::cli {
namespace {

struct Options {
  SightOptions sight;
  std::string output;
};

Result<int> collect(const Options& options) {
  TRY_ASSIGN(Output output, Output::open(options.output));
  TRY_ASSIGN(const Sight sight, look(options.sight, ""));
  TRY(output.write(facts::to_json(sight.host)));
  const bool partial = std::ranges::any_of(sight.host.gaps, &facts::Gap::could_hide_runner);
  return partial ? Exit::incomplete : Exit::clean;
}

}  // namespace

void add_collect(CLI::App& program, int& exit) {
  auto* command = program.add_subcommand("collect", "Write the facts of a host as JSON");
  auto options = std::make_shared<Options>();
  add_sight_options(*command, options->sight, false);
  command->add_flag("--all-processes", options->sight.all_processes,
                    "Keep every process, not only those that concern runners");
  command->add_option("--output,-o", options->output, "Write to FILE instead of standard output")
      ->type_name("FILE");
  command->callback([options, &exit] {
    const auto code = collect(*options);
    exit = code ? *code : refuse(code.error());
  });
}

}  // namespace muster::cli
