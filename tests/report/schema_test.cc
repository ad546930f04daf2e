// What Muster writes is what its published schemas say.
#include "facts/host_json.h"
#include "facts/random_host.h"
#include "report/cases.h"
#include "support/files.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <sys/wait.h>
#include <cstdio>

namespace muster::tests {
namespace {

struct Validation {
  int code = -1;
  std::string said;
};

// Validates documents against docs/reference/<schema>.
Validation validate(std::string_view schema, const std::vector<std::string>& documents) {
  std::string command =
      fmt::format("/usr/bin/python3 '{0}/report/validate.py' '{0}/../docs/reference/{1}'",
                  MUSTER_TESTS, schema);
  for (const std::string& document : documents) command += fmt::format(" '{}'", document);
  Validation result;
  FILE* pipe = popen((command + " 2>&1").c_str(), "r");
  if (pipe == nullptr) return result;
  char buffer[4096];
  for (size_t got; (got = fread(buffer, 1, sizeof buffer, pipe)) > 0;)
    result.said.append(buffer, got);
  const int status = pclose(pipe);
  if (WIFEXITED(status)) result.code = WEXITSTATUS(status);
  return result;
}

constexpr int not_installed = 77;

TEST(Schema, holds_for_every_report) {
  const TemporaryFolder folder;
  std::vector<std::string> documents;
  for (const CasePtr& one : golden_cases())
    documents.push_back(folder.write(one->name + ".json", report::as_json(one->report())));
  const Validation result = validate("report.schema.json", documents);
  if (result.code == not_installed) GTEST_SKIP() << result.said;
  EXPECT_EQ(result.code, 0) << result.said;
}

TEST(Schema, holds_for_all_facts) {
  const TemporaryFolder folder;
  std::vector<std::string> documents;
  for (const CasePtr& one : golden_cases())
    documents.push_back(folder.write(one->name + ".json", facts::to_json(one->host)));
  for (uint32_t seed = 0; seed < 50; seed++)
    documents.push_back(
        folder.write(fmt::format("random-{}.json", seed), facts::to_json(random_host(seed))));
  const Validation result = validate("host.schema.json", documents);
  if (result.code == not_installed) GTEST_SKIP() << result.said;
  EXPECT_EQ(result.code, 0) << result.said;
}

TEST(Schema, refuses_what_it_does_not_know) {
  const TemporaryFolder folder;
  std::string text = report::as_json(host_with(1, 1)->report());
  text.insert(text.find("\"product_name\""), "\"surprise\": 1, ");
  const Validation result = validate("report.schema.json", {folder.write("report.json", text)});
  if (result.code == not_installed) GTEST_SKIP() << result.said;
  EXPECT_EQ(result.code, 1);
  EXPECT_NE(result.said.find("'surprise' was unexpected"), std::string::npos) << result.said;
}

}  // namespace
}  // namespace muster::tests
