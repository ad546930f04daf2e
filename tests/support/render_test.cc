// The text of expectations.
#include "support/render.h"

#include <gtest/gtest.h>

namespace muster::tests {
namespace {

judge::Finding finding() {
  judge::Finding made;
  made.check = "unlisted-runner";
  made.severity = judge::Severity::high;
  made.subject = "runner:x/rogue@/opt/rogue";
  made.message = "No entry of the roll matches this runner.";
  made.evidence = {{{"/opt/rogue/.runner", "agentName", 3}, "rogue\x1b[1m"},
                   {{"pid 7", "", 0}, "runs"}};
  return made;
}

TEST(Expectations, show_findings_open_questions_and_gaps) {
  facts::Host host;
  host.gaps = {{"/home/x", "Permission denied", true}, {"/mnt", "is remote", false}};
  judge::Verdict verdict;
  verdict.findings = {finding()};
  verdict.not_assessed = {{"second-runner", "host:h", "a roll"}};
  EXPECT_EQ(render(host, verdict),
            "high certain unlisted-runner runner:x/rogue@/opt/rogue\n"
            "  No entry of the roll matches this runner.\n"
            "  /opt/rogue/.runner:3 agentName: rogue\\x1b[1m\n"
            "  pid 7: runs\n"
            "not assessed second-runner host:h: needs a roll\n"
            "gap /home/x: Permission denied (could hide a runner)\n"
            "gap /mnt: is remote\n");
}

TEST(Expectations, say_nothing_in_one_word) { EXPECT_EQ(render({}, {}), "nothing\n"); }

TEST(Expectations, mark_what_the_roll_excepts) {
  judge::Verdict verdict;
  verdict.findings = {finding()};
  verdict.findings[0].excepted = true;
  EXPECT_NE(render({}, verdict).find("/opt/rogue (excepted)\n"), std::string::npos);
}

TEST(Expectations, name_the_checks_that_fire) {
  const std::string text =
      "low likely a-check runner:x\n  high certain b-check in a message\nnot assessed c-check y: "
      "needs z\n";
  EXPECT_TRUE(fires(text, "a-check"));
  EXPECT_FALSE(fires(text, "b-check"));
  EXPECT_FALSE(fires(text, "c-check"));
}

TEST(Expectations, are_rewritten_in_place) {
  EXPECT_EQ(with_expectation("a: 1\nexpect: |\n  old\n", "new\n  more\n"),
            "a: 1\nexpect: |\n  new\n    more\n");
  EXPECT_EQ(with_expectation("a: 1", "new\n"), "a: 1\nexpect: |\n  new\n");
  EXPECT_EQ(with_expectation("roll: |\n  expect: x\n", "new\n"),
            "roll: |\n  expect: x\nexpect: |\n  new\n");
}

}  // namespace
}  // namespace muster::tests
