// Which observed runner is which entry or pool.
#include "judge/match.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <iostream>

namespace muster::judge {
namespace {

using facts::Runner;
using roll::Entry;
using roll::Pool;

constexpr std::string_view acme = "https://github.com/acme";

catalog::Catalog catalog_of(std::vector<std::string> identity) {
  catalog::Catalog catalog;
  catalog::Product product;
  product.id = "github-actions-runner";
  product.platform = "github";
  product.identity = std::move(identity);
  catalog.products.push_back(std::move(product));
  return catalog;
}

const catalog::Catalog github = catalog_of({"scope+id", "scope+uuid", "place"});

Runner seen(std::string name, std::string path = "/opt/actions-runner") {
  Runner runner;
  runner.product = "github-actions-runner";
  runner.platform = "github";
  runner.name = std::move(name);
  runner.scope = acme;
  runner.path = std::move(path);
  runner.user = "ci";
  return runner;
}

Entry entry(std::string name, uint32_t line = 12) {
  Entry entry;
  entry.at = {line, 5};
  entry.name = std::move(name);
  entry.platform = "github";
  entry.scope = acme;
  return entry;
}

Pool pool(std::string pattern) {
  Pool pool;
  pool.at = {40, 5};
  pool.name = "gpu";
  pool.match_name = std::move(pattern);
  pool.platform = "github";
  pool.scope = acme;
  return pool;
}

std::vector<Match> matched(std::vector<Runner> runners, const roll::Roll& roll,
                           const catalog::Catalog& catalog = github) {
  facts::Host host;
  host.hostname = "build01.acme.example";
  host.runners = std::move(runners);
  return match(host, roll, catalog);
}

roll::Roll roll_of(std::vector<Entry> entries, std::vector<Pool> pools = {}) {
  roll::Roll roll;
  roll.file = "roll.yaml";
  roll.runners = std::move(entries);
  roll.pools = std::move(pools);
  return roll;
}

// The match of one runner against one entry.
Match single(const Runner& runner, const Entry& one, const catalog::Catalog& catalog = github) {
  static std::vector<roll::Roll> kept;  // matches point into their roll
  kept.clear();
  kept.push_back(roll_of({one}));
  return matched({runner}, kept.back(), catalog).at(0);
}

TEST(Match, by_scope_and_id_wherever_it_stands) {
  Runner runner = seen("renamed", "/srv/elsewhere");
  runner.platform_id = "4711";
  Entry one = entry("build-01");
  one.id = "4711";
  one.path = "/opt/actions-runner";
  one.scope = "https://GitHub.com/acme/";
  const Match match = single(runner, one);
  ASSERT_TRUE(match.entry);
  EXPECT_EQ(match.by, "scope+id");
  EXPECT_TRUE(match.proven);
  EXPECT_EQ(match.almost, "");
}

TEST(Match, by_scope_and_uuid_in_any_case) {
  Runner runner = seen("");
  runner.uuid = "6F1C";
  Entry one = entry("build-01");
  one.uuid = "6f1c";
  EXPECT_EQ(single(runner, one).by, "scope+uuid");
}

TEST(Match, never_by_an_id_of_another_scope) {
  Runner runner = seen("build-01");
  runner.platform_id = "4711";
  runner.scope = "https://github.com/evil";
  Entry one = entry("build-01");
  one.id = "4711";
  const Match match = single(runner, one);
  EXPECT_FALSE(match.listed());
  EXPECT_EQ(match.almost,
            "entry build-01 (roll.yaml:12) names scope https://github.com/acme, this one is "
            "registered to https://github.com/evil");
}

TEST(Match, by_place_when_every_written_field_agrees) {
  Entry one = entry("build-01");
  one.host = "BUILD01";
  one.path = "/opt/actions-runner/";
  one.user = "ci";
  const Match match = single(seen("build-01"), one);
  ASSERT_TRUE(match.entry);
  EXPECT_EQ(match.by, "place");
}

TEST(Match, by_path_alone_when_no_name_is_written) {
  Entry one = entry("");
  one.path = "/opt/actions-runner";
  EXPECT_EQ(single(seen("any"), one).by, "place");
  EXPECT_FALSE(single(seen("any", "/opt/other"), one).listed());
}

TEST(Match, of_hosts_compares_short_and_full_names) {
  const struct {
    std::string_view host;
    bool same;
  } cases[] = {{"build01", true},
               {"build01.acme.example", true},
               {"Build01.Acme.Example", true},
               {"build01.evil.example", false},
               {"build0", false},
               {"build01.acme", false},
               {"acme", false}};
  for (const auto& [host, same] : cases) {
    Entry one = entry("build-01");
    one.host = host;
    EXPECT_EQ(single(seen("build-01"), one).listed(), same) << host;
  }
}

TEST(Match, says_what_the_nearest_entry_names_otherwise) {
  Entry one = entry("build-01");
  one.path = "/opt/actions-runner";
  one.user = "ci";
  one.host = "build02";
  Runner runner = seen("build-01", "/tmp/.x");
  runner.user = "root";
  EXPECT_EQ(
      single(runner, one).almost,
      "entry build-01 (roll.yaml:12) names host build02, this one is on build01.acme.example; "
      "names path /opt/actions-runner, this one is in /tmp/.x; names user ci, this one runs "
      "as root");
  EXPECT_EQ(single(seen("rogue-01", "/tmp/.x"), one).almost, "");
}

TEST(Match, never_by_place_when_the_ids_differ) {
  Runner runner = seen("build-01");
  runner.platform_id = "9";
  Entry one = entry("build-01");
  one.id = "4711";
  const Match match = single(runner, one);
  EXPECT_FALSE(match.listed());
  EXPECT_EQ(match.almost, "entry build-01 (roll.yaml:12) names id 4711, this one has 9");
}

TEST(Match, by_place_when_the_host_does_not_know_the_id) {
  Entry one = entry("build-01");
  one.id = "4711";
  EXPECT_EQ(single(seen("build-01"), one).by, "place");
}

TEST(Match, does_not_compare_what_the_host_does_not_know) {
  Entry one = entry("build-01");
  one.path = "/opt/actions-runner";
  one.user = "ci";
  Runner runner = seen("build-01");
  runner.scope.clear();
  runner.user.clear();
  EXPECT_TRUE(single(runner, one).listed());
  runner.name.clear();
  EXPECT_TRUE(single(runner, one).listed());
}

TEST(Match, of_a_runner_that_left_nothing_on_disk_is_not_at_any_path) {
  Entry one = entry("build-01");
  one.path = "/opt/actions-runner";
  const Match match = single(seen("build-01", ""), one);
  EXPECT_FALSE(match.listed());
  EXPECT_EQ(match.almost,
            "entry build-01 (roll.yaml:12) names path /opt/actions-runner, this one has nothing on "
            "disk");
  EXPECT_FALSE(single(seen("", ""), one).listed());
}

TEST(Match, of_another_platform_never_happens) {
  Entry one = entry("build-01");
  one.platform = "gitlab";
  EXPECT_FALSE(single(seen("build-01"), one).listed());
}

TEST(Match, follows_the_keys_of_the_product) {
  const catalog::Catalog only_ids = catalog_of({"scope+id"});
  EXPECT_FALSE(single(seen("build-01"), entry("build-01"), only_ids).listed());
  Runner unknown = seen("build-01");
  unknown.product = "house-ci";
  EXPECT_EQ(single(unknown, entry("build-01")).by, "place");
}

TEST(Match, gives_a_contested_entry_to_the_runner_that_agrees_in_more) {
  const roll::Roll roll = roll_of({entry("build-01")});
  Entry with_user = entry("build-01");
  with_user.user = "ci";
  Runner vague = seen("build-01", "/tmp/.x");
  vague.user.clear();
  const roll::Roll precise = roll_of({with_user});
  const auto matches = matched({vague, seen("build-01")}, precise);
  EXPECT_FALSE(matches[0].listed());
  EXPECT_TRUE(matches[1].listed());
  EXPECT_EQ(matches[0].almost,
            "entry build-01 (roll.yaml:12) went to "
            "runner:github-actions-runner/build-01@/opt/actions-runner, which agrees in 3 fields, "
            "this one in 2");
  const auto equal = matched({seen("build-01"), seen("build-01", "/tmp/.x")}, roll);
  EXPECT_TRUE(equal[0].listed());
  EXPECT_FALSE(equal[1].listed());
}

TEST(Match, of_a_copied_registration_goes_to_the_one_in_its_place) {
  Entry one = entry("build-01");
  one.id = "4711";
  one.path = "/opt/actions-runner";
  Runner copy = seen("build-01", "/home/ci/.cache/r"), original = seen("build-01");
  copy.platform_id = original.platform_id = "4711";
  const roll::Roll roll = roll_of({one});
  const auto matches = matched({copy, original}, roll);
  EXPECT_FALSE(matches[0].listed());
  EXPECT_EQ(matches[1].by, "scope+id");
}

TEST(Match, uses_strong_keys_of_all_runners_before_weak_ones) {
  Entry one = entry("build-01");
  one.id = "4711";
  Runner namesake = seen("build-01"), renamed = seen("build-99");
  renamed.platform_id = "4711";
  const roll::Roll roll = roll_of({one});
  const auto matches = matched({namesake, renamed}, roll);
  EXPECT_FALSE(matches[0].listed());
  EXPECT_TRUE(matches[1].listed());
}

TEST(Match, leaves_the_wider_entry_to_the_runner_that_fits_no_other) {
  Entry narrow = entry("build-01", 20);
  narrow.path = "/opt/a";
  const roll::Roll roll = roll_of({entry("build-01", 10), narrow});
  const auto matches = matched({seen("build-01", "/opt/a"), seen("build-01", "/opt/b")}, roll);
  ASSERT_TRUE(matches[0].entry && matches[1].entry);
  EXPECT_EQ(matches[0].entry->at.line, 20U);
  EXPECT_EQ(matches[1].entry->at.line, 10U);
}

TEST(Match, by_pool_takes_many_and_proves_nothing) {
  const roll::Roll roll = roll_of({entry("gpu-1")}, {pool("gpu-*")});
  const auto matches = matched({seen("gpu-1"), seen("gpu-2"), seen("gpu-3"), seen("cpu-1")}, roll);
  EXPECT_TRUE(matches[0].entry);
  for (const size_t i : {1, 2}) {
    EXPECT_EQ(matches[i].pool, &roll.pools[0]);
    EXPECT_EQ(matches[i].by, "pool name");
    EXPECT_FALSE(matches[i].proven);
  }
  EXPECT_FALSE(matches[3].listed());
}

TEST(Match, by_pool_needs_the_scope_and_a_name) {
  const roll::Roll roll = roll_of({}, {pool("*")});
  Runner foreign = seen("gpu-1");
  foreign.scope = "https://github.com/evil";
  const auto matches = matched({foreign, seen("")}, roll);
  EXPECT_FALSE(matches[0].listed());
  EXPECT_EQ(matches[0].almost,
            "pool gpu (roll.yaml:40) is for scope https://github.com/acme, this one is registered "
            "to https://github.com/evil");
  EXPECT_FALSE(matches[1].listed());
}

TEST(Match, of_thousands_is_near_linear) {
  facts::Host host;
  host.hostname = "build01";
  roll::Roll roll = roll_of({}, {pool("gpu-*")});
  for (uint32_t i = 0; i < 5000; i++) {
    Entry one = entry(fmt::format("build-{}", i), i);
    if (i % 2 == 0) one.id = std::to_string(i);
    one.path = "/opt/actions-runner";
    roll.runners.push_back(std::move(one));
  }
  for (uint32_t i = 0; i < 10'000; i++) {
    Runner runner = seen(fmt::format("build-{}", i));
    if (i % 2 == 0) runner.platform_id = std::to_string(i);
    host.runners.push_back(std::move(runner));
  }
  const auto timed = [&](std::string_view what) {
    const auto begin = std::chrono::steady_clock::now();
    const auto matches = match(host, roll, github);
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - begin;
    std::cout << fmt::format("matched 10000 runners with 5000 entries ({}) in {:.0f} ms\n", what,
                             took.count());
    return std::ranges::count_if(matches, &Match::listed);
  };
  EXPECT_EQ(timed("distinct names"), 5000);
  for (Runner& runner : host.runners) runner.name = "same", runner.platform_id.clear();
  for (Entry& one : roll.runners) one.name = "same", one.id.clear();
  EXPECT_GE(timed("one name, one folder"), 64);
  for (Runner& runner : host.runners) runner.name.clear();
  EXPECT_GE(timed("no name, one folder"), 64);
}

TEST(Subject, is_stable_and_tells_registrations_apart) {
  Runner runner = seen("build-01");
  runner.pids = {4711};
  EXPECT_EQ(subject_of(runner), "runner:github-actions-runner/build-01@/opt/actions-runner");
  runner.path.clear();
  EXPECT_EQ(subject_of(runner), "runner:github-actions-runner/build-01@process");
  runner.name.clear();
  EXPECT_EQ(subject_of(runner), "runner:github-actions-runner/https://github.com/acme@process");
  runner.platform_id = "7";
  EXPECT_EQ(subject_of(runner), "runner:github-actions-runner/7@process");
  runner.uuid = "u";
  EXPECT_EQ(subject_of(runner), "runner:github-actions-runner/u@process");
  runner = Runner{};
  runner.product = "p";
  EXPECT_EQ(subject_of(runner), "runner:p/?@process");
}

TEST(Subject, of_one_runner_cannot_be_forged_by_the_name_of_another) {
  EXPECT_NE(subject_of(seen("a@/b", "/c")), subject_of(seen("a", "/b@/c")));
}

TEST(Glob, matches_the_whole_text) {
  const struct {
    std::string_view glob, text;
    bool matches;
  } cases[] = {
      {"gpu-*", "gpu-1", true},
      {"gpu-*", "gpu-", true},
      {"gpu-*", "xgpu-1", false},
      {"*-gpu", "a-gpu-gpu", true},
      {"*-gpu", "a-gpu-x", false},
      {"a?c", "abc", true},
      {"a?c", "ac", false},
      {"a?c",
       "a\xc3\xa4"
       "c",
       true},
      {"*", "", true},
      {"", "", true},
      {"", "a", false},
      {"?", "", false},
      {"a*b*c", "aXbYbZc", true},
      {"a*b*c", "aXbYbZ", false},
      {"**a**", "bab", true},
      {"[a]", "a", false},
      {"a.c", "abc", false},
      {"*?", "\xc3\xa4", true},
      {"*??", "\xc3\xa4", false},
      {"gpu", "GPU", false},
  };
  for (const auto& [glob, text, matches] : cases)
    EXPECT_EQ(glob_matches(glob, text), matches) << glob << " on " << text;
}

TEST(Glob, does_not_explode) {
  std::string glob;
  for (int i = 0; i < 50; i++) glob += "a*";
  EXPECT_FALSE(glob_matches(glob + "b", std::string(100'000, 'a')));
}

}  // namespace
}  // namespace muster::judge
