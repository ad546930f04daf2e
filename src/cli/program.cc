// The program's table of commands, and its entry. The only file that includes the argument parser:
// it takes long to compile.
#include "cli/program.h"

#include "cli/streams.h"
#include "cli/version.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include <new>

namespace muster::cli {
namespace {

void add_option(CLI::App& app, const Option& option) {
  CLI::Option* added = nullptr;
  if (bool* const* flag = std::get_if<bool*>(&option.target)) {
    added = app.add_flag(option.names, **flag, option.about);
  } else {
    std::string& text = *std::get<std::string*>(option.target);
    added = app.add_option(option.names, text, option.about)->type_name(option.value);
    if (!text.empty()) added->capture_default_str();
    if (!option.choices.empty()) added->check(CLI::IsMember(option.choices));
  }
  for (const std::string& other : option.excludes) added->excludes(app.get_option(other));
  added->required(option.required);
}

void add_command(CLI::App& parent, const Command& command, int& exit) {
  CLI::App* app = parent.add_subcommand(command.name, command.about);
  for (const Option& option : command.options) add_option(*app, option);
  for (const Command& sub : command.commands) add_command(*app, sub, exit);
  if (!command.commands.empty()) app->require_subcommand(1);
  if (command.run) app->callback([&] { exit = command.run(); });
}

int parse_and_run(const Command& program, int argc, char** argv) {
  int exit = Exit::clean;
  CLI::App app(program.about, program.name);
  app.set_version_flag("--version", fmt::format("muster {}", version));
  // At most one, so that "muster docs catalog" names a page and no second command.
  app.require_subcommand(0, 1);
  app.get_formatter()->column_width(34);
  for (const Command& command : program.commands) add_command(app, command, exit);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error);  // --help, --version
    return refuse(
        {Errc::malformed, error.what(), "muster --help lists the commands and their options"});
  }
  if (!app.get_subcommands().empty()) return exit;
  fmt::print(stderr, "{}", app.help());
  return Exit::unusable;
}

}  // namespace

Command make_program() {
  return {
      .name = "muster",
      .about = "Who is here, who stayed, how far could they reach: the CI runners of this host.",
      .commands = {scan_command(), inventory_command(), collect_command(), roll_command(),
                   catalog_command(), explain_command(), docs_command(), doctor_command()}};
}

int run(int argc, char** argv) {
  try {
    return parse_and_run(make_program(), argc, argv);
  } catch (const std::bad_alloc&) {
    fmt::print(stderr, "muster: out of memory\n");
    return Exit::unusable;
  }
}

}  // namespace muster::cli
