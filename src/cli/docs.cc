// muster docs: prints the reference pages.
#include "cli/command.h"
#include "cli/pages.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include <cstdio>
#include <memory>

namespace muster::cli {

void add_docs(CLI::App& program, int& exit) {
  auto* command = program.add_subcommand("docs", "Print a reference page");
  struct Options {
    std::string name;
    bool list = false;
  };
  auto options = std::make_shared<Options>();
  command->add_option("page", options->name, "The page's name")->type_name("PAGE");
  command->add_flag("--list", options->list, "List the pages");
  command->callback([options, &exit] {
    exit = Exit::clean;
    if (options->name.empty() || options->list) {
      for (const Page& one : pages()) fmt::print("{:<12} {}\n", one.name, one.about);
      return;
    }
    const std::string text = page(options->name);
    if (text.empty())
      exit = refuse({Errc::not_found, fmt::format("there is no page \"{}\"", options->name),
                     "muster docs --list names them"});
    fmt::print("{}", text);
  });
}

}  // namespace muster::cli
