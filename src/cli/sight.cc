// Looking at a host: everything is opened first, then privileges go, then bytes are parsed.
#include "cli/sight.h"

#include "cli/progress.h"
#include "cli/streams.h"
#include "facts/host_json.h"
#include "observe/host/collect.h"
#include "os/confine.h"
#include "os/root.h"
#include "redact/redact.h"
#include "world/world.h"

#include <fmt/format.h>
#include <unistd.h>

namespace muster::cli {
namespace {

constexpr size_t largest_facts = size_t{64} << 20;
constexpr size_t largest_roll = size_t{16} << 20;
constexpr size_t largest_world = size_t{4} << 20;
constexpr std::chrono::minutes longest_walk{10};

// The texts that the user named, read before privileges are dropped.
struct Inputs {
  std::optional<Root> root;
  std::string facts;
  std::string world;
  std::string roll;
  std::string roll_file;
};

Result<Inputs> open_inputs(const SightOptions& options, const std::string& roll_file) {
  Inputs inputs;
  inputs.roll_file = roll_file;
  if (roll_file.empty() && options.world.empty() &&
      ::access(std::string(default_roll).c_str(), F_OK) == 0)
    inputs.roll_file = default_roll;
  if (!inputs.roll_file.empty()) {
    TRY_ASSIGN(inputs.roll, read_input(inputs.roll_file, largest_roll));
  }
  if (!options.facts.empty()) {
    TRY_ASSIGN(inputs.facts, read_input(options.facts, largest_facts));
  } else if (!options.world.empty()) {
    TRY_ASSIGN(inputs.world, read_input(options.world, largest_world));
  } else {
    TRY_ASSIGN(inputs.root, Root::on_disk(options.root));
  }
  return inputs;
}

// A shipped world may ask for secrets; shown to people, it gets harmless words instead.
std::string no_secret(std::string_view kind) { return fmt::format("example-{}", kind); }

facts::Host collect(const Root& root, const Sight& sight, const SightOptions& options, bool live) {
  const redact::Redactor redactor(sight.catalog);
  const auto deadline = std::chrono::steady_clock::now() + longest_walk;
  Progress progress;
  return observe::collect_host(
      root, sight.catalog, redactor,
      {.now = sight.now,
       .as_uid = geteuid(),
       .live = live,
       .all_processes = options.all_processes,
       .cross_remote = options.cross_remote,
       .out_of_time = [=] { return std::chrono::steady_clock::now() > deadline; },
       .progress = [&](std::string_view doing) { progress.say(doing); }});
}

Result<> fill_host(Sight& sight, Inputs& inputs, const SightOptions& options) {
  if (!options.facts.empty()) {
    TRY_ASSIGN(sight.host, facts::host_from_json(inputs.facts));
    return {};
  }
  if (!options.world.empty()) {
    TRY_ASSIGN(world::World world, world::parse(options.world, inputs.world, no_secret));
    if (inputs.roll_file.empty() && !world.roll.empty()) {
      inputs.roll = world.roll;
      inputs.roll_file = options.world;
    }
    sight.now = world.now;
    sight.host = collect(Root::in_memory(std::move(world.tree)), sight, options, false);
    return {};
  }
  const bool live = options.root == "/";
  if (inputs.root) sight.host = collect(*inputs.root, sight, options, live);
  return {};
}

}  // namespace

std::vector<Option> sight_options(SightOptions& options, bool recorded) {
  std::vector<Option> list{
      {"--root", "Look at the host whose root directory is DIR", &options.root, "DIR"},
      {"--cross-remote", "Also enter network and FUSE mounts", &options.cross_remote}};
  if (!recorded) return list;
  list.push_back(
      {"--facts", "Judge facts that muster collect wrote", &options.facts, "FILE", {}, {"--root"}});
  list.push_back({"--world",
                  "Look at the host that a world file describes",
                  &options.world,
                  "FILE",
                  {},
                  {"--root", "--facts"}});
  return list;
}

Result<Sight> look(const SightOptions& options, const std::string& roll_file) {
  const auto begin = std::chrono::steady_clock::now();
  TRY_ASSIGN(Inputs inputs, open_inputs(options, roll_file));
  const bool reads_processes = inputs.root.has_value() && options.root == "/";
  const Confinement confinement = confine({.reads_processes = reads_processes});

  Sight sight;
  sight.now = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
  TRY_ASSIGN(sight.catalog, catalog::builtin());
  TRY(fill_host(sight, inputs, options));
  for (const std::string& gap : confinement.gaps)
    sight.host.gaps.push_back({"privilege drop of this program", gap, false});
  if (!inputs.roll_file.empty()) {
    TRY_ASSIGN(sight.roll, roll::parse(inputs.roll_file, inputs.roll));
  }
  sight.took = std::chrono::duration_cast<std::chrono::milliseconds>(
      std::chrono::steady_clock::now() - begin);
  return sight;
}

}  // namespace muster::cli
