// Every world file runs in memory and on disk and must say the same; every check has a world where
// it fires and one where it does not. UPDATE=1 writes what was found into the files.
#include "support/worlds.h"
#include "base/text.h"
#include "facts/host_json.h"
#include "judge/checks/all.h"
#include "support/files.h"
#include "support/render.h"
#include "support/secrets.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <functional>

namespace muster::tests {
namespace {

using testing::IsEmpty;

// A test whose body is a function: what is registered at run time needs a class.
class FunctionTest : public testing::Test {
 public:
  explicit FunctionTest(std::function<void()> body) : body_(std::move(body)) {}
  void TestBody() override { body_(); }

 private:
  std::function<void()> body_;
};

// Test names with a hyphen cannot be filtered for: --gtest_filter reads it as "but not".
std::string snake(std::string text) {
  std::ranges::replace(text, '-', '_');
  return text;
}

void register_test(const std::string& suite, const std::string& name, const std::string& file,
                   std::function<void()> body) {
  testing::RegisterTest(
      snake(suite).c_str(), snake(name).c_str(), nullptr, nullptr, file.c_str(), 1,
      [body = std::move(body)]() -> testing::Test* { return new FunctionTest(body); });
}

// A world in use: its secrets belong to it.
struct Loaded {
  Secrets secrets;
  world::World world;
};

Result<Loaded> load(const WorldFile& file) {
  Loaded loaded{.secrets = Secrets(fmt::format("{}/{}", file.check, file.name)), .world = {}};
  TRY_ASSIGN(loaded.world, world::parse(fmt::format("{}/{}.yaml", file.check, file.name),
                                        read_text(file.path), loaded.secrets.maker()));
  return loaded;
}

bool plays_unreadable(const world::World& world) {
  return std::ranges::any_of(world.tree, [](const auto& file) { return file.second.unreadable; });
}

void expect_no_secret(const Secrets& secrets, const Told& told) {
  EXPECT_THAT(secrets.leaks(told.findings), IsEmpty()) << "in the findings";
  EXPECT_THAT(secrets.leaks(told.text), IsEmpty()) << "in the text report";
  EXPECT_THAT(secrets.leaks(told.json), IsEmpty()) << "in the JSON report";
  EXPECT_THAT(secrets.leaks(facts::to_json(told.host)), IsEmpty()) << "in the facts";
}

void run_in_memory(const WorldFile& file) {
  const Result<Loaded> loaded = load(file);
  ASSERT_TRUE(loaded) << loaded.error().what << "\n" << loaded.error().advice;
  const Told told = tell(loaded->world, Root::in_memory(loaded->world.tree));
  expect_no_secret(loaded->secrets, told);
  const char* update = std::getenv("UPDATE");
  if (update != nullptr && std::string_view(update) == "1") {
    const std::string before = read_text(file.path);
    const std::string after = with_expectation(before, told.findings);
    if (after != before) write_text(file.path, after);
    return;
  }
  EXPECT_EQ(trim(told.findings), trim(loaded->world.expect))
      << file.path << ": UPDATE=1 rewrites it";
}

void run_on_disk(const WorldFile& file) {
  const Result<Loaded> loaded = load(file);
  ASSERT_TRUE(loaded) << loaded.error().what << "\n" << loaded.error().advice;
  if (geteuid() != 0) GTEST_SKIP() << "owners can only be written as root";
  if (plays_unreadable(loaded->world)) GTEST_SKIP() << "root reads every file";
  const TemporaryFolder folder;
  const std::string top = folder.path_of("root");
  std::filesystem::create_directory(top);
  const Result<void> written = world::write(loaded->world.tree, top);
  ASSERT_TRUE(written) << written.error().what;
  const Result<Root> root = Root::on_disk(top);
  ASSERT_TRUE(root) << root.error().what;

  const Told disk = tell(loaded->world, *root);
  expect_no_secret(loaded->secrets, disk);
  EXPECT_THAT(facts::to_json(disk.host), testing::Not(testing::HasSubstr(folder.path())))
      << "facts name files as the inspected root does";
  EXPECT_EQ(trim(disk.findings), trim(loaded->world.expect)) << file.path;
  const Told memory = tell(loaded->world, Root::in_memory(loaded->world.tree));
  EXPECT_EQ(facts::to_json(disk.host), facts::to_json(memory.host));
  EXPECT_EQ(disk.findings, memory.findings);
  EXPECT_EQ(disk.text, memory.text);
  EXPECT_EQ(disk.json, memory.json);
}

void expect_both_kinds(const judge::Check& check) {
  bool firing = false;
  bool benign = false;
  for (const WorldFile& file : world_files()) {
    if (file.check != check.id) continue;
    const Result<Loaded> loaded = load(file);
    ASSERT_TRUE(loaded) << loaded.error().what;
    // Without an expectation nothing is claimed yet.
    if (loaded->world.expect.empty()) continue;
    (fires(loaded->world.expect, check.id) ? firing : benign) = true;
  }
  EXPECT_TRUE(firing) << "no world in tests/worlds/" << check.id << " where it fires";
  EXPECT_TRUE(benign) << "no world in tests/worlds/" << check.id << " where it does not";
}

}  // namespace

void register_worlds() {
  for (const WorldFile& file : world_files()) {
    register_test(file.check, file.name + "_in_memory", file.path, [file] { run_in_memory(file); });
    register_test(file.check, file.name + "_on_disk", file.path, [file] { run_on_disk(file); });
  }
  for (const judge::Check* check : judge::all_checks())
    register_test(std::string(check->id), "has_a_firing_and_a_benign_world", __FILE__,
                  [check] { expect_both_kinds(*check); });
}

}  // namespace muster::tests
