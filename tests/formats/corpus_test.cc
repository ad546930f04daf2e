// Real pipeline files, where the corpus is there: nearly all of them are read.
#include "formats/parse.h"
#include "support/files.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <map>

namespace muster::tests {
namespace {

namespace fs = std::filesystem;

struct Count {
  size_t files = 0;
  size_t accepted = 0;
};

TEST(Formats, real_pipeline_files_are_read) {
  const fs::path corpus = fs::path(MUSTER_TESTS) / "../../shared/corpus";
  if (!fs::exists(corpus)) GTEST_SKIP() << "no corpus at " << corpus;
  std::map<std::string, Count> by_kind;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(corpus)) {
    const std::string extension = entry.path().extension();
    if (extension != ".yml" && extension != ".yaml") continue;
    const std::string kind = entry.path().lexically_relative(corpus).begin()->string();
    const Result<formats::Document> document = formats::parse_yaml(read_text(entry.path()));
    by_kind[kind].files++;
    if (document)
      by_kind[kind].accepted++;
    else
      fmt::print("{}: {}\n", entry.path().filename().string(), document.error().what);
  }
  for (const auto& [kind, count] : by_kind)
    fmt::print("{}: {} of {} accepted\n", kind, count.accepted, count.files);
  EXPECT_GE(by_kind["github"].accepted * 100, by_kind["github"].files * 99);
}

}  // namespace
}  // namespace muster::tests
