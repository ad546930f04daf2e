// muster docs: prints the reference pages.
#include "cli/command.h"
#include "cli/pages.h"
#include "cli/streams.h"

#include <fmt/format.h>

#include <cstdio>
#include <memory>

namespace muster::cli {
namespace {

struct Options {
  std::string name;
  bool list = false;
};

int docs(const Options& options) {
  if (options.name.empty() || options.list) {
    for (const Page& one : pages()) fmt::print("{:<12} {}\n", one.name, one.about);
    return Exit::clean;
  }
  const std::string text = page(options.name);
  if (text.empty())
    return refuse({Errc::not_found, fmt::format("there is no page \"{}\"", options.name),
                   "muster docs --list names them"});
  fmt::print("{}", text);
  return Exit::clean;
}

}  // namespace

Command docs_command() {
  const auto options = std::make_shared<Options>();
  return {.name = "docs",
          .about = "Print a reference page",
          .options = {{"page", "The page's name", &options->name, "PAGE"},
                      {"--list", "List the pages", &options->list}},
          .run = [options] { return docs(*options); }};
}

}  // namespace muster::cli
