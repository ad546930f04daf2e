// Runs every test, and ends with one line that says how many passed.
#include "support/worlds.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

int main(int argument_count, char** arguments) {
  testing::InitGoogleTest(&argument_count, arguments);
  muster::tests::register_worlds();
  const int result = RUN_ALL_TESTS();
  if (GTEST_FLAG_GET(list_tests)) return result;
  const testing::UnitTest& all = *testing::UnitTest::GetInstance();
  const int skipped = all.skipped_test_count();
  fmt::print("{} passed, {} failed{}\n", all.successful_test_count(), all.failed_test_count(),
             skipped == 0 ? "" : fmt::format(", {} skipped", skipped));
  return result;
}
