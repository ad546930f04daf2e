// The program's table of commands and its entry.
#include "cli/program.h"

#include "cli/command.h"
#include "cli/version.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include <new>

namespace muster::cli {

std::unique_ptr<CLI::App> make_program(int& exit) {
  auto program = std::make_unique<CLI::App>(
      "Who is here, who stayed, how far could they reach: the CI runners of this host.", "muster");
  program->set_version_flag("--version", fmt::format("muster {}", version));
  program->require_subcommand(0, 1);
  program->get_formatter()->column_width(34);
  add_scan(*program, exit);
  add_inventory(*program, exit);
  add_collect(*program, exit);
  add_roll(*program, exit);
  add_catalog(*program, exit);
  add_explain(*program, exit);
  add_docs(*program, exit);
  add_doctor(*program, exit);
  return program;
}

int run(int argc, char** argv) {
  int exit = Exit::clean;
  try {
    const auto program = make_program(exit);
    try {
      program->parse(argc, argv);
    } catch (const CLI::ParseError& error) {
      if (error.get_exit_code() == 0) return program->exit(error);  // --help, --version
      return refuse({Errc::malformed, error.what(), "muster --help lists the commands and their options"});
    }
    if (program->get_subcommands().empty()) {
      fmt::print(stderr, "{}", program->help());
      return Exit::unusable;
    }
  } catch (const std::bad_alloc&) {
    fmt::print(stderr, "muster: out of memory\n");
    return Exit::unusable;
  }
  return exit;
}

}  // namespace muster::cli
