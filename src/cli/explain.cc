// muster explain ID: why a check exists, and what to do.
#include "cli/command.h"
#include "cli/pages.h"
#include "cli/streams.h"
#include "judge/checks/all.h"

#include <fmt/format.h>

#include <cstdio>
#include <memory>

namespace muster::cli {
namespace {

int explain(const std::string& id) {
  const judge::Check* check = judge::find_check(id);
  if (check == nullptr)
    return refuse({Errc::not_found, fmt::format("there is no check \"{}\"", id),
                   "muster docs checks lists them"});
  fmt::print("{}", page_of(*check));
  return Exit::clean;
}

}  // namespace

Command explain_command() {
  const auto id = std::make_shared<std::string>();
  return {.name = "explain",
          .about = "Say why a check exists and what to do",
          .options = {{.names = "id",
                       .about = "The check's id",
                       .target = id.get(),
                       .value = "ID",
                       .required = true}},
          .run = [id] { return explain(*id); }};
}

}  // namespace muster::cli
