// From a world to everything that Muster says about it.
#include "support/worlds.h"

#include "catalog/product.h"
#include "facts/host_json.h"
#include "judge/check.h"
#include "judge/checks/all.h"
#include "observe/host/collect.h"
#include "redact/redact.h"
#include "report/report.h"
#include "roll/roll.h"
#include "support/render.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <optional>

namespace muster::tests {
namespace {

// Loading compiles hundreds of patterns; every world uses the same ones.
const catalog::Catalog& shipped_catalog() {
  static const Result<catalog::Catalog> loaded = catalog::builtin();
  if (!loaded) {
    ADD_FAILURE() << loaded.error().what;
    static const catalog::Catalog none;
    return none;
  }
  return *loaded;
}

void expect_facts_survive_json(const facts::Host& host) {
  const std::string json = facts::to_json(host);
  const Result<facts::Host> back = facts::host_from_json(json);
  ASSERT_TRUE(back) << back.error().what;
  EXPECT_TRUE(*back == host) << "read back differently: " << json;
}

}  // namespace

Told tell(const world::World& world, const Root& root) {
  const catalog::Catalog& catalog = shipped_catalog();
  const redact::Redactor redactor(catalog);
  observe::CollectOptions options;
  options.now = world.now;
  Told told;
  told.host = observe::collect_host(root, catalog, redactor, options);
  told.host.coverage.root = "/";
  expect_facts_survive_json(told.host);

  std::optional<roll::Roll> roll;
  if (!world.roll.empty()) {
    Result<roll::Roll> parsed = roll::parse("roll.yaml", world.roll);
    if (!parsed) ADD_FAILURE() << parsed.error().what << "\n" << parsed.error().advice;
    if (parsed) roll = std::move(*parsed);
  }
  judge::Verdict verdict =
      judge::judge(judge::all_checks(), told.host, catalog, roll ? &*roll : nullptr, world.now);
  told.findings = render(told.host, verdict);
  const report::Report report{.host = told.host,
                              .roll = roll ? &*roll : nullptr,
                              .verdict = std::move(verdict),
                              .version = "0.0.0",
                              .catalog = &catalog};
  told.text = report::as_text(report, {});
  told.json = report::as_json(report);
  return told;
}

std::vector<WorldFile> world_files() {
  namespace fs = std::filesystem;
  std::vector<WorldFile> files;
  const fs::path top = fs::path(MUSTER_TESTS) / "worlds";
  for (const fs::directory_entry& folder : fs::directory_iterator(top)) {
    if (!folder.is_directory()) continue;
    for (const fs::directory_entry& file : fs::directory_iterator(folder.path()))
      if (file.path().extension() == ".yaml")
        files.push_back({folder.path().filename(), file.path().stem(), file.path()});
  }
  std::ranges::sort(files, {}, &WorldFile::path);
  return files;
}

}  // namespace muster::tests
