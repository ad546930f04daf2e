// Looking at a host, as scan, inventory and collect do it: options, privilege drop, facts.
#pragma once
#include "base/result.h"
#include "catalog/product.h"
#include "cli/command.h"
#include "facts/host.h"
#include "roll/roll.h"

#include <chrono>
#include <optional>
#include <string>

namespace muster::cli {

struct SightOptions {
  std::string root = "/";
  std::string facts;
  std::string world;
  bool cross_remote = false;
  bool all_processes = false;
};

// --root, --cross-remote and, where a command can do with recorded facts, --facts and --world.
std::vector<Option> sight_options(SightOptions& options, bool recorded);

struct Sight {
  facts::Host host;
  catalog::Catalog catalog;
  std::optional<roll::Roll> roll;
  Time now{};
  std::chrono::milliseconds took{};
};

// Opens what was asked for, drops privileges, then parses and collects. `roll_file` may be empty:
// then the world's roll, or the default one where it exists.
Result<Sight> look(const SightOptions& options, const std::string& roll_file);

}  // namespace muster::cli
