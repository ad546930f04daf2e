// Words for severities, and fingerprints that stay.
#include "judge/finding.h"

#include <gtest/gtest.h>

namespace muster::judge {
namespace {

TEST(Finding, severities_have_words_both_ways) {
  for (const Severity severity :
       {Severity::info, Severity::low, Severity::medium, Severity::high, Severity::critical})
    EXPECT_EQ(parse_severity(to_string(severity)), severity);
  for (const char* text : {"", "Medium", "medium ", "none"})
    EXPECT_EQ(parse_severity(text), std::nullopt);
  EXPECT_EQ(to_string(Confidence::possible), "possible");
  EXPECT_EQ(to_string(Confidence::certain), "certain");
}

// Exceptions and tickets refer to fingerprints: this one must never change.
TEST(Finding, fingerprints_stay_what_they_were) {
  EXPECT_EQ(fingerprint("unlisted-runner", "build01", {"a", "b"}),
            "754adee34f82994e035610038958e728");
}

TEST(Finding, fingerprints_tell_the_parts_apart) {
  EXPECT_NE(fingerprint("c", "h", {"ab", "c"}), fingerprint("c", "h", {"a", "bc"}));
  EXPECT_NE(fingerprint("c", "h", {"a"}), fingerprint("c", "h", {"a", ""}));
  EXPECT_NE(fingerprint("c", "h1", {"a"}), fingerprint("c", "h", {"1:a"}));
  EXPECT_NE(fingerprint("ch", "", {}), fingerprint("c", "h", {}));
  EXPECT_EQ(fingerprint("c", "h", {"a"}), fingerprint("c", "h", {"a"}));
}

}  // namespace
}  // namespace muster::judge
