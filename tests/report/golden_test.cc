// Whole reports against the files beside this one; UPDATE=1 writes them.
#include "base/text.h"
#include "report/cases.h"
#include "support/files.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

namespace muster::tests {
namespace {

void expect_golden(const std::string& name, const std::string& said) {
  const std::string path = fmt::format("{}/report/{}", MUSTER_TESTS, name);
  const char* update = std::getenv("UPDATE");
  if (update != nullptr && std::string_view(update) == "1") write_text(path, said);
  ASSERT_TRUE(std::filesystem::exists(path)) << path << " is missing: run with UPDATE=1";
  EXPECT_EQ(read_text(path), said) << "differs from " << path;
}

TEST(ReportGolden, text_is_as_it_was) {
  for (const CasePtr& one : golden_cases()) {
    expect_golden(one->name + ".txt", report::as_text(one->report(), {.width = 80}));
    expect_golden(one->name + ".narrow.txt", report::as_text(one->report(), {.width = 50}));
    expect_golden(one->name + ".wide.txt", report::as_text(one->report(), {.width = 140}));
  }
}

TEST(ReportGolden, json_is_as_it_was) {
  for (const CasePtr& one : golden_cases())
    expect_golden(one->name + ".json", report::as_json(one->report()));
}

TEST(ReportGolden, nothing_hostile_reaches_a_terminal) {
  for (const CasePtr& one : golden_cases()) {
    for (const std::string& said :
         {report::as_text(one->report(), {}), report::as_json(one->report())}) {
      for (const std::string_view line : lines(said)) EXPECT_EQ(visible(line), line);
      EXPECT_EQ(said.find('\r'), std::string::npos);
    }
  }
}

TEST(ReportGolden, colour_changes_nothing_but_colour) {
  for (const CasePtr& one : golden_cases()) {
    std::string coloured = report::as_text(one->report(), {.colour = true});
    for (size_t begin; (begin = coloured.find("\x1b[")) != std::string::npos;)
      coloured.erase(begin, coloured.find('m', begin) - begin + 1);
    EXPECT_EQ(coloured, report::as_text(one->report(), {}));
  }
}

TEST(ReportGolden, text_survives_every_width) {
  for (const CasePtr& one : golden_cases())
    for (const int width : {-1, 0, 1, 20, 33, 80, 1000, 1 << 30})
      EXPECT_TRUE(report::as_text(one->report(), {.width = width}).ends_with("\n"));
}

}  // namespace
}  // namespace muster::tests
