// World files: the top level, in the order in which the parts depend on each other.
#include "formats/parse.h"
#include "base/text.h"
#include "world/accounts.h"
#include "world/files.h"
#include "world/processes.h"
#include "world/reader.h"
#include "world/system.h"
#include "world/world.h"

#include <fmt/format.h>

#include <algorithm>

namespace muster::world {
namespace {

using formats::Document;
using formats::Node;

Time default_now() {
  using namespace std::chrono;
  return sys_days(2026y / November / 30) + 12h;
}

Result<Document> read_document(std::string_view file_name, std::string_view yaml) {
  Result<Document> document = formats::parse_yaml(yaml);
  if (!document) {
    Error error = std::move(document).error();
    error.what = fmt::format("{}:{}", file_name, error.what);  // it begins with line and column
    return std::unexpected(std::move(error));
  }
  if (!document->duplicates().empty()) {
    const formats::DuplicateKey& twice = document->duplicates().front();
    return fail(
        Errc::malformed,
        fmt::format("{}:{}:{}: \"{}\" stands here and on line {}", file_name, twice.second.line,
                    twice.second.column, visible(twice.key), twice.first.line),
        "keep one of them");
  }
  return document;
}

Result<void> read_texts(const Reader& reader, const Node& root, World& world) {
  if (!root.find("says"))
    return reader.fail_at(root.place(), "a world must say what it shows",
                          "write says: and one sentence");
  TRY_ASSIGN(world.says, reader.text_or(root, "says", ""));
  TRY_ASSIGN(world.roll, reader.text_or(root, "roll", ""));
  TRY_ASSIGN(world.expect, reader.text_or(root, "expect", ""));
  TRY_ASSIGN(world.now, reader.time_or(root, "now", default_now()));
  return {};
}

// A week ago, or earlier when a process is older.
Time boot_time(const std::vector<WorldProcess>& processes, Time now) {
  Time booted = now - std::chrono::days(7);
  for (const WorldProcess& process : processes) booted = std::min(booted, process.started);
  return booted;
}

}  // namespace

Result<World> parse(std::string_view file_name, std::string_view yaml, const SecretMaker& secret) {
  TRY_ASSIGN(const Document document, read_document(file_name, yaml));
  const Node root = document.root();
  const Reader reader(file_name, secret);
  TRY(reader.known_keys(root, {"says", "now", "host", "users", "groups", "mounts", "files",
                               "processes", "roll", "expect"}));
  World world;
  TRY(read_texts(reader, root, world));
  TRY_ASSIGN(const Accounts accounts, read_accounts(reader, root));
  TRY_ASSIGN(const std::vector<WorldProcess> processes,
             read_processes(reader, root, accounts, world.now));
  const System system = {.now = world.now,
                         .booted = boot_time(processes, world.now),
                         .modified = world.now - std::chrono::days(30)};
  TRY(add_system(reader, root, system, world.tree));
  add_accounts(accounts, system.modified, world.tree);
  add_processes(processes, system.booted, world.now, world.tree);
  TRY(read_files(reader, root, accounts, system.modified, world.tree));
  TRY(add_parents(file_name, system.modified, world.tree));
  return world;
}

}  // namespace muster::world
