// muster collect: the facts of a host to a file.
#include "cli/command.h"
#include "cli/options.h"
#include "cli/sight.h"
#include "facts/host_json.h"

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

Command collect_command() {
  const auto options = std::make_shared<Options>();
  return {.name = "collect",
          .about = "Write the facts of a host as JSON",
          .options = all_of(
              {sight_options(options->sight, false),
               {{"--all-processes", "Keep every process, not only those that concern runners",
                 &options->sight.all_processes},
                output_option(options->output)}}),
          .run = [options] { return exit_code_of(collect(*options)); }};
}

}  // namespace muster::cli
