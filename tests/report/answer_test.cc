// The sentence that answers the question, and the exit code.
#include "report/cases.h"

#include <gtest/gtest.h>

namespace muster::tests {
namespace {

using judge::Severity;

void add_finding(Case& one, Severity severity, bool excepted = false) {
  one.verdict.findings.push_back({.check = "a-check",
                                  .severity = severity,
                                  .confidence = judge::Confidence::certain,
                                  .subject = "host:build01",
                                  .message = "Something.",
                                  .evidence = {},
                                  .fix = "",
                                  .fingerprint = "",
                                  .runner = "",
                                  .excepted = excepted});
}

std::string answer(const CasePtr& one) { return report::answer(one->report()); }
int exit_code(const CasePtr& one) { return report::exit_code(one->report()); }

TEST(Answer, counts_runners_in_the_right_number) {
  EXPECT_EQ(answer(host_with(0, 0)), "No CI runner was found on build01.");
  EXPECT_EQ(answer(host_with(1, 0)), "1 CI runner is on build01, and it is authorised.");
  EXPECT_EQ(answer(host_with(2, 0)), "2 CI runners are on build01, both of them authorised.");
  EXPECT_EQ(answer(host_with(3, 0)), "3 CI runners are on build01, all of them authorised.");
  EXPECT_EQ(answer(host_with(0, 1)), "1 CI runner is on build01; it is on nobody's roll.");
  EXPECT_EQ(answer(host_with(0, 2)),
            "2 CI runners are on build01; neither of them is on the roll.");
  EXPECT_EQ(answer(host_with(0, 3)), "3 CI runners are on build01; none of them is on the roll.");
  EXPECT_EQ(answer(host_with(1, 1)), "2 CI runners are on build01; 1 of them is on nobody's roll.");
  EXPECT_EQ(answer(host_with(1, 2)),
            "3 CI runners are on build01; 2 of them are on nobody's roll.");
}

TEST(Answer, calls_nobody_authorised_without_an_approval) {
  const CasePtr one = host_with(3, 0);
  one->roll->runners[1].approval.reset();
  EXPECT_EQ(answer(one), "3 CI runners are on build01, all of them on the roll.");
}

TEST(Answer, calls_nobody_authorised_after_the_last_day) {
  const CasePtr one = host_with(2, 0);
  one->roll->runners[0].expires = one->host.collected;
  EXPECT_EQ(answer(one), "2 CI runners are on build01; 1 is listed by an entry that has expired.");
}

TEST(Answer, tells_a_name_from_a_proof) {
  const CasePtr one = host_with(1, 1);
  one->roll->pools.emplace_back();
  one->verdict.matches[1].pool = &one->roll->pools[0];
  EXPECT_EQ(answer(one), "2 CI runners are on build01; 1 is in a pool by name alone.");
  one->verdict.matches[1].proven = true;
  one->roll->pools[0].approval.emplace();
  EXPECT_EQ(answer(one), "2 CI runners are on build01, both of them authorised.");
}

TEST(Answer, judges_nothing_without_a_roll) {
  const CasePtr one = host_with(2, 0);
  one->roll.reset();
  one->verdict.matches.clear();
  EXPECT_EQ(
      answer(one),
      "2 CI runners are on build01; without a roll nobody can say whether they are authorised.");
  add_finding(*one, Severity::high);
  EXPECT_EQ(
      answer(one),
      "2 CI runners are on build01; without a roll nobody can say whether they are authorised, "
      "and 1 finding needs attention anyway.");
  one->inventory = true;
  EXPECT_EQ(answer(one), "2 CI runners are on build01.");
}

TEST(Answer, mentions_findings_that_count) {
  const CasePtr one = host_with(3, 0);
  add_finding(*one, Severity::low);
  add_finding(*one, Severity::critical, true);
  EXPECT_EQ(answer(one), "3 CI runners are on build01, all of them authorised.");
  add_finding(*one, Severity::medium);
  EXPECT_EQ(answer(one),
            "3 CI runners are on build01, all of them authorised; 1 finding needs attention.");
  add_finding(*one, Severity::high);
  EXPECT_EQ(answer(one),
            "3 CI runners are on build01, all of them authorised; 2 findings need attention.");
}

TEST(Answer, admits_partial_sight) {
  const CasePtr none = host_with(0, 0);
  none->host.gaps = {
      {"/home/a", "denied", true}, {"/home/b", "denied", true}, {"/x", "denied", false}};
  EXPECT_EQ(answer(none), "No CI runner was found on build01, but 2 places could not be read.");
  const CasePtr one = host_with(1, 0);
  one->host.gaps = {{"/home/a", "denied", true}};
  EXPECT_EQ(answer(one),
            "1 CI runner is on build01, and it is authorised; 1 place could not be read, so there "
            "may be more.");
}

TEST(Answer, names_a_host_that_has_no_name) {
  const CasePtr one = host_with(0, 0);
  one->host.hostname.clear();
  EXPECT_EQ(answer(one), "No CI runner was found on this host.");
  one->host.coverage.root = "/mnt/image";
  EXPECT_EQ(answer(one), "No CI runner was found on /mnt/image.");
}

TEST(ExitCode, follows_the_findings_that_count) {
  const CasePtr one = host_with(1, 0);
  EXPECT_EQ(exit_code(one), 0);
  add_finding(*one, Severity::low);
  add_finding(*one, Severity::critical, true);
  EXPECT_EQ(exit_code(one), 0);
  add_finding(*one, Severity::medium);
  EXPECT_EQ(exit_code(one), 1);
  report::Report report = one->report();
  report.fail_on = Severity::high;
  EXPECT_EQ(report::exit_code(report), 0);
  report.fail_on = Severity::low;
  EXPECT_EQ(report::exit_code(report), 1);
}

TEST(ExitCode, is_3_only_where_a_runner_could_hide) {
  const CasePtr one = host_with(0, 0);
  one->host.gaps = {{"/var/log", "denied", false}};
  EXPECT_EQ(exit_code(one), 0);
  one->host.gaps.push_back({"/home/ci", "denied", true});
  EXPECT_EQ(exit_code(one), 3);
  one->inventory = true;
  EXPECT_EQ(exit_code(one), 3);
}

TEST(ExitCode, is_1_and_incomplete_when_both_apply) {
  const CasePtr one = host_with(0, 0);
  one->host.gaps = {{"/home/ci", "denied", true}};
  add_finding(*one, Severity::high);
  EXPECT_EQ(exit_code(one), 1);
  EXPECT_NE(report::as_text(one->report(), {}).find("Incomplete: "), std::string::npos);
  EXPECT_NE(report::as_json(one->report()).find("\"incomplete\": true"), std::string::npos);
}

}  // namespace
}  // namespace muster::tests
