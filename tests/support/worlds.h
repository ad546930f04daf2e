// World files as tests.
#pragma once
#include "facts/host.h"
#include "os/root.h"
#include "support/secrets.h"
#include "world/world.h"

#include <string>
#include <vector>

namespace muster::tests {

// Everything that Muster says about one world.
struct Told {
  facts::Host host;      // coverage.root is "/", wherever the tree was
  std::string findings;  // see render()
  std::string text;      // the reports
  std::string json;
};

// Collects from the root, judges against the world's roll with every check, and reports. Failures
// become failures of the running test.
Told tell(const world::World& world, const Root& root);

// A world file: tests/worlds/<check>/<name>.yaml.
struct WorldFile {
  std::string check;
  std::string name;
  std::string path;
};
std::vector<WorldFile> world_files();  // sorted

// Registers the tests of every world file, and for each check that it has a world where it fires
// and one where it does not.
void register_worlds();

}  // namespace muster::tests
