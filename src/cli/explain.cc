// muster explain ID: why a check exists, and what to do.
#include "cli/command.h"
#include "cli/pages.h"
#include "judge/checks/all.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include <cstdio>
#include <memory>

namespace muster::cli {

void add_explain(CLI::App& program, int& exit) {
  auto* command = program.add_subcommand("explain", "Say why a check exists and what to do");
  auto id = std::make_shared<std::string>();
  command->add_option("id", *id, "The check's id")->required()->type_name("ID");
  command->callback([id, &exit] {
    const judge::Check* check = judge::find_check(*id);
    if (check == nullptr) {
      exit = refuse({Errc::not_found, fmt::format("there is no check \"{}\"", *id), "muster docs checks lists them"});
      return;
    }
    fmt::print("{}", page_of(*check));
    exit = Exit::clean;
  });
}

}  // namespace muster::cli
