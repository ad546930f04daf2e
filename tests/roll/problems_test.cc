// What is wrong in a roll is said with its place and with what to write instead.
#include "roll/roll.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace muster::roll {
namespace {

struct Case {
  std::string_view name;
  std::string_view yaml;
  std::string_view problems;  // "line:column what; advice" each
};

std::string problems_of(std::string_view yaml) {
  const auto reading = read("roll.yaml", yaml);
  if (!reading) return "error: " + reading.error().what;
  std::string all;
  for (const Problem& problem : reading->problems)
    all += fmt::format("{}:{} {}; {}\n", problem.at.line, problem.at.column, problem.what,
                       problem.advice);
  return all;
}

const Case cases[] = {
    {"an_unknown_key", R"(version: 1
runners:
  - name: a
    platform: github
    scope: https://github.com/acme
    lifetme: persistent
)",
     "6:5 unknown key \"lifetme\" in a runner; did you mean \"lifetime\"?\n"},
    {"an_unknown_key_that_is_near_to_none", "version: 1\nservers: []\n",
     "2:1 unknown key \"servers\" in a roll; known keys: \"version\", \"owners\", \"registrars\", "
     "\"runners\", \"pools\" or \"exceptions\"\n"},
    {"a_missing_version", "runners: []\n",
     "1:1 version is missing in a roll; begin the roll with \"version: 1\"\n"},
    {"an_unknown_version", "version: 2\n",
     "1:10 version \"2\" is not known to this Muster; write \"version: 1\"\n"},
    {"a_version_that_is_a_list", "version: [1]\n",
     "1:10 version must be text, not a list; write one value, without [ ] or { }\n"},
    {"sections_of_the_wrong_type", "version: 1\nrunners: {}\npools: gpu\nowners: me\n",
     "2:10 runners must be a list, not a map; begin each entry with \"- \"\n"
     "3:8 pools must be a list, not text; begin each entry with \"- \"\n"
     "4:9 owners must be a list, not text; write it in brackets: [one, two]\n"},
    {"an_entry_of_the_wrong_type", "version: 1\nrunners:\n  - build01\n",
     "3:5 an entry of runners must be a map, not text; write \"- key: value\"\n"},
    {"an_empty_entry", "version: 1\nrunners:\n  - {}\n",
     "3:5 a runner without name, id, uuid and path matches nothing; write its name, and its id "
     "where the platform gives one\n"
     "3:5 platform is missing in a runner; write the platform, for example platform: github\n"
     "3:5 scope is missing in a runner; write what it is registered to, as in scope: "
     "https://github.com/acme; without it the entry would authorise every scope\n"},
    {"values_of_the_wrong_type", R"(version: 1
runners:
  - name: true
    platform: github
    scope: https://github.com/acme
    labels: linux
    user:
    owner: ""
    host: [a]
    approval: carol
)",
     "3:11 name must be text, not true or false; if it is meant as text, write it in quotes: "
     "\"true\"\n"
     "6:13 labels must be a list, not text; write it in brackets: [one, two]\n"
     "7:10 user has no value; write a value, or drop the key\n"
     "8:12 owner is empty; write a value, or drop the key\n"
     "9:11 host must be text, not a list; write one value, without [ ] or { }\n"
     "10:15 approval must be a map, not text; write its keys in braces, { key: value }, or "
     "indented below it\n"},
    {"dates_that_are_none", R"(version: 1
runners:
  - name: a
    platform: github
    scope: https://github.com/acme
    approval: { by: carol, on: 2026-02-30 }
    expires: tomorrow
)",
     "6:32 on \"2026-02-30\" is not a date; write a day of the calendar as 2026-11-30\n"
     "7:14 expires \"tomorrow\" is not a date; write a day of the calendar as 2026-11-30\n"},
    {"words_that_are_not_known", R"(version: 1
runners:
  - { name: a, platform: githb, scope: "https://github.com/acme", lifetime: permanent }
  - { name: b, platform: GitLab, scope: "https://gitlab.acme.example", lifetime: ephemral }
  - { name: c, platform: our own, scope: x }
)",
     "3:26 unknown platform \"githb\"; did you mean \"github\"?\n"
     "3:77 lifetime \"permanent\" is not known; write \"persistent\" or \"ephemeral\"\n"
     "4:26 unknown platform \"GitLab\"; did you mean \"gitlab\"?\n"
     "4:82 lifetime \"ephemral\" is not known; did you mean \"ephemeral\"?\n"
     "5:26 platform \"our own\" is not one lower-case word; write it as \"github\", \"gitlab\", "
     "\"buildbot\"\n"},
    {"two_entries_for_one_runner", R"(version: 1
runners:
  - { name: a, platform: github, scope: "https://github.com/acme", id: 7 }
  - { name: a, platform: github, scope: "https://GITHUB.com/acme/", id: 7 }
  - { name: b, platform: github, scope: "https://github.com/acme", host: x, uuid: AB }
  - { name: b, platform: github, scope: "https://github.com/acme", host: y, uuid: ab }
  - { name: a, platform: github, scope: "https://github.com/other", id: 7 }
)",
     "4:5 a second runner has id \"7\", as in line 3; an id is one registration: drop one of the "
     "entries\n"
     "4:5 a second runner is named \"a\", as in line 3; drop one, or tell them apart by host or "
     "path\n"
     "6:5 a second runner has uuid \"ab\", as in line 5; a uuid is one registration: drop one of "
     "the entries\n"},
    {"two_pools_of_one_name", R"(version: 1
pools:
  - { name: gpu, match: { name: "gpu-*", platform: gitlab, scope: x } }
  - { name: gpu, match: { name: "cpu-*", platform: gitlab, scope: x } }
)",
     "4:5 a second pool is named \"gpu\", as in line 3; give one of them another name\n"},
    {"duplicate_keys", R"(version: 1
runners:
  - name: a
    platform: github
    scope: x
    name: b
)",
     "6:5 duplicate key \"name\"; it is in line 3 already: keep one\n"},
    {"a_pool_that_matches_nothing", R"(version: 1
pools:
  - { name: gpu, match: { name: "", platform: gitlab, scope: x } }
  - { name: cpu }
  - { name: tpu, match: { platform: gitlab, scope: x }, max_age: 24, max_members: 0 }
)",
     "3:33 name is empty; write a value, or drop the key\n"
     "4:5 match is missing in a pool; say who its members are: match: { name: \"gpu-*\", platform: "
     "gitlab, scope: ... }\n"
     "5:25 name is missing in a match; write a pattern with * and ?: name: \"gpu-*\"\n"
     "5:66 max_age \"24\" is not a duration; write a number and s, m, h, d or w: 30m, 24h, 7d\n"
     "5:83 max_members \"0\" is not a number of at least 1; write digits only\n"},
    {"an_entry_with_wildcards", R"(version: 1
runners:
  - { name: "gpu-*", platform: gitlab, scope: x, path: opt/runner }
)",
     "3:13 name \"gpu-*\" holds a wildcard; an entry is one runner; runners that come and go "
     "belong "
     "under pools:\n"
     "3:56 path \"opt/runner\" is not absolute; write it from the root: /opt/actions-runner\n"},
    {"an_exception_without_bounds", R"(version: 1
exceptions:
  - { check: runner-root-equivalent, subject: "file:/home/*" }
)",
     "3:5 expires is missing in an exception; an exception must say until when: expires: "
     "2027-01-31\n"
     "3:5 owner is missing in an exception; name who answers for it\n"
     "3:5 reason is missing in an exception; say why this finding is accepted\n"
     "3:47 subject \"file:/home/*\" holds a wildcard; an exception is for one subject; write one "
     "for each\n"},
    {"an_exception_for_every_check", R"(version: 1
exceptions:
  - { check: "*", subject: "host:a", reason: r, owner: o, expires: 2027-01-31 }
)",
     "3:14 check \"*\" is not the id of one check; muster docs checks lists the ids\n"},
    {"a_registrar_without_actors", "version: 1\nregistrars:\n  - { platform: github, scope: x }\n",
     "3:5 a registrar names no actors; list who may register runners there: actors: "
     "[acme-runner-bot]\n"},
    {"merge_keys", R"(version: 1
runners:
  - &base { name: a, platform: github, scope: x }
  - { <<: *base, name: b, platform: github, scope: x }
)",
     "4:7 merge key \"<<\" in a roll; write each entry out in full, so that a review sees what it "
     "authorises\n"},
    {"aliases", R"(version: 1
owners: &who [a]
runners:
  - &base { name: a, platform: github, scope: x }
  - *base
  - { name: b, platform: github, scope: x, labels: *who }
  - { &key host: &value y, name: c, platform: github, scope: x }
  - { *key : *value, name: d, platform: github, scope: x }
)",
     "4:5 runners has an alias after this; write the value out: a change in one place must not "
     "alter entries elsewhere\n"
     "6:44 labels is given by an alias; write the value out: a change in one place must not alter "
     "entries "
     "elsewhere\n"
     "8:5 host is given by an alias; write the value out: a change in one place must not alter "
     "entries elsewhere\n"},
    {"names_that_carry_escape_sequences", "version: 1\n\"\\e[2Jrunners\": []\n",
     "2:1 unknown key \"\\x1b[2Jrunners\" in a roll; known keys: \"version\", \"owners\", "
     "\"registrars\", \"runners\", \"pools\" or \"exceptions\"\n"},
    {"nothing_in_a_sound_roll", R"(version: 1
owners: [team@acme.example]
runners:
  - { name: a, platform: github, scope: "https://github.com/acme", on-call: x }
)",
     "4:68 unknown key \"on-call\" in a runner; known keys: \"name\", \"platform\", \"scope\", "
     "\"id\", \"uuid\", \"host\", \"path\", \"user\", \"labels\", \"owner\", \"approval\", "
     "\"reviewed\", \"lifetime\", \"expires\", \"teardown\", \"image\" or \"boundary\"\n"},
};

class RollProblems : public testing::TestWithParam<Case> {};

TEST_P(RollProblems, are_placed_and_come_with_advice) {
  EXPECT_EQ(problems_of(GetParam().yaml), GetParam().problems);
}

INSTANTIATE_TEST_SUITE_P(Reports, RollProblems, testing::ValuesIn(cases),
                         [](const auto& test) { return std::string(test.param.name); });

TEST(RollProblems, are_bounded_in_number) {
  std::string yaml = "version: 1\n";
  for (int i = 0; i < 5000; i++) yaml += fmt::format("key{}: 1\n", i);
  const auto reading = read("roll.yaml", yaml);
  ASSERT_TRUE(reading);
  ASSERT_LE(reading->problems.size(), 1001U);
  EXPECT_EQ(reading->problems.front().at.line, 2U);
}

TEST(RollProblems, of_a_text_that_is_no_roll_are_one_error) {
  const struct {
    std::string_view yaml, what, advice;
  } errors[] = {
      {"", "roll.yaml is not a roll: it holds null", "roll init"},
      {"- a\n", "roll.yaml is not a roll: it holds list", "roll init"},
      {"version: [1\n", "roll.yaml:", "roll init"},
      {"runners:\n\t- name: a\n", "roll.yaml:2:", "tabs"},
  };
  for (const auto& [yaml, what, advice] : errors) {
    const auto reading = read("roll.yaml", yaml);
    ASSERT_FALSE(reading) << yaml;
    EXPECT_EQ(reading.error().code, Errc::malformed);
    EXPECT_TRUE(reading.error().what.starts_with(what)) << reading.error().what;
    EXPECT_NE(reading.error().advice.find(advice), std::string::npos) << reading.error().advice;
  }
  const auto huge = read("roll.yaml", std::string(17 << 20, 'x'));
  ASSERT_FALSE(huge);
  EXPECT_EQ(huge.error().code, Errc::too_large);
}

TEST(RollProblems, are_summed_up_when_a_roll_is_loaded) {
  const auto one = parse("roll.yaml", "runners: []\n");
  ASSERT_FALSE(one);
  EXPECT_EQ(one.error().what,
            "roll.yaml:1:1: version is missing in a roll; begin the roll with \"version: 1\"");
  const auto many = parse("roll.yaml", "version: 1\na: 1\nb: 1\nc: 1\nd: 1\ne: 1\nf: 1\n");
  ASSERT_FALSE(many);
  EXPECT_TRUE(many.error().what.starts_with("roll.yaml has 6 problems:\n  roll.yaml:2:1: unknown"));
  EXPECT_EQ(many.error().what.find("roll.yaml:7:1"), std::string::npos);
  EXPECT_NE(many.error().advice.find("muster roll check"), std::string::npos);
}

}  // namespace
}  // namespace muster::roll
