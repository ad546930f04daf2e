// Rolls are read whole and fast, and no text ends the program.
#include "base/text.h"
#include "roll/roll.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <iostream>
#include <random>
#include <tuple>

namespace muster::roll {
namespace {

// The starting roll with its examples switched on, the way its first comment says.
std::string starter_with_examples() {
  const std::string text = starter();
  std::string result;
  for (const std::string_view line : lines(text)) {
    std::string_view kept = line;
    if (line.starts_with("#  ")) kept.remove_prefix(1);
    if (line.ends_with(": []")) kept.remove_suffix(3);
    result += fmt::format("{}\n", kept);
  }
  return result;
}

TEST(Roll, starter_is_valid_and_authorises_nothing) {
  const auto reading = read("roll.yaml", starter());
  ASSERT_TRUE(reading) << reading.error().what;
  EXPECT_TRUE(reading->problems.empty());
  EXPECT_TRUE(reading->roll.runners.empty());
  EXPECT_TRUE(reading->roll.pools.empty());
  EXPECT_TRUE(reading->roll.exceptions.empty());
}

TEST(Roll, starter_examples_are_valid_and_use_every_key) {
  const auto roll = parse("roll.yaml", starter_with_examples());
  ASSERT_TRUE(roll) << roll.error().what;
  EXPECT_EQ(roll->file, "roll.yaml");
  EXPECT_EQ(roll->owners, std::vector<std::string>{"team-build@acme.example"});
  ASSERT_EQ(roll->registrars.size(), 1U);
  EXPECT_EQ(roll->registrars[0].actors, std::vector<std::string>{"acme-runner-bot"});
  ASSERT_EQ(roll->runners.size(), 1U);
  const Entry& entry = roll->runners[0];
  for (const std::string& text :
       {entry.name, entry.platform, entry.scope, entry.id, entry.uuid, entry.host, entry.path,
        entry.user, entry.owner, entry.lifetime, entry.image})
    EXPECT_FALSE(text.empty());
  EXPECT_EQ(entry.id, "4711");
  EXPECT_EQ(entry.labels.size(), 3U);
  ASSERT_TRUE(entry.approval && entry.approval->on && entry.reviewed && entry.teardown);
  EXPECT_EQ(date_of(*entry.approval->on), "2026-10-01");
  EXPECT_EQ(entry.teardown->within, "1h");
  ASSERT_TRUE(entry.expires);
  EXPECT_EQ(to_string(*entry.expires), "2027-03-31T00:00:00Z");
  EXPECT_EQ(entry.boundary.repositories.size(), 2U);
  EXPECT_EQ(entry.boundary.environments.size(), 1U);
  EXPECT_EQ(entry.boundary.identities.size(), 2U);
  EXPECT_EQ(entry.boundary.egress.size(), 2U);
  ASSERT_EQ(roll->pools.size(), 1U);
  const Pool& pool = roll->pools[0];
  EXPECT_EQ(pool.match_name, "gpu-*");
  EXPECT_EQ(pool.platform, "gitlab");
  EXPECT_EQ(pool.minted_by, "acme-autoscaler");
  EXPECT_EQ(pool.max_age, "24h");
  EXPECT_EQ(pool.max_members, 40U);
  EXPECT_TRUE(pool.approval && pool.reviewed && pool.expires && pool.teardown);
  ASSERT_EQ(roll->exceptions.size(), 1U);
  EXPECT_EQ(roll->exceptions[0].subject, "host:build01");
}

TEST(Roll, keeps_the_place_of_every_entry) {
  const auto roll = parse("roll.yaml",
                          "version: 1\nrunners:\n- {name: a, platform: github, scope: x}\n"
                          "-   name: b\n    platform: github\n    scope: x\n");
  ASSERT_TRUE(roll) << roll.error().what;
  ASSERT_EQ(roll->runners.size(), 2U);
  EXPECT_EQ(roll->runners[0].at.line, 3U);
  EXPECT_EQ(roll->runners[1].at.line, 4U);
  EXPECT_EQ(roll->runners[1].at.column, 5U);
}

TEST(Roll, takes_ids_and_names_as_they_are_written) {
  const auto roll = parse("roll.yaml",
                          "version: 1\nrunners:\n"
                          "  - {name: 007, platform: buildbot, scope: x, id: 12e3, host: 1.50}\n");
  ASSERT_TRUE(roll) << roll.error().what;
  EXPECT_EQ(roll->runners[0].name, "007");
  EXPECT_EQ(roll->runners[0].id, "12e3");
  EXPECT_EQ(roll->runners[0].host, "1.50");
}

TEST(Roll, lets_sections_be_left_empty) {
  EXPECT_TRUE(parse("roll.yaml", "version: 1\n"));
  EXPECT_TRUE(parse("roll.yaml", "version: 1\nrunners:\npools:\nexceptions:\nregistrars:\n"));
}

TEST(Roll, accepts_platforms_it_does_not_know) {
  EXPECT_TRUE(parse("roll.yaml", "version: 1\nrunners: [{name: a, platform: house-ci, scope: x}]"));
}

TEST(Roll, survives_any_change_of_a_valid_one) {
  const std::string original = starter_with_examples();
  constexpr std::string_view pieces[] = {"\n",   " ",    ": ",  "- ", "[",  "]",   "{",    "}",
                                         "&a ",  "*a",   "<<:", "#",  "\t", "\"",  "'",    "|",
                                         "\xff", "null", "~",   "!!", "%",  "---", "\r\n", ","};
  std::mt19937 random(11);
  for (int round = 0; round < 3000; round++) {
    std::string text = original;
    for (size_t left = 1 + random() % 6; left > 0; left--) {
      const size_t at = random() % text.size();
      if (random() % 3 == 0)
        text.erase(at, 1 + random() % 40);
      else if (random() % 2 == 0)
        text.insert(at, pieces[random() % std::size(pieces)]);
      else
        text[at] = static_cast<char>(random() % 256);
      if (text.empty()) text = "x";
    }
    const auto reading = read("roll.yaml", text);
    if (!reading) {
      EXPECT_FALSE(reading.error().what.empty());
      continue;
    }
    for (const Problem& problem : reading->problems) {
      EXPECT_FALSE(problem.what.empty());
      EXPECT_FALSE(problem.advice.empty());
    }
    const auto in_order = [](const Problem& a, const Problem& b) {
      return std::tie(a.at.line, a.at.column) < std::tie(b.at.line, b.at.column);
    };
    EXPECT_TRUE(std::ranges::is_sorted(reading->problems, in_order));
    EXPECT_EQ(parse("roll.yaml", text).has_value(), reading->problems.empty());
  }
}

// A roll of words that rolls are made of, nested at random.
std::string random_value(std::mt19937& random, int depth) {
  constexpr std::string_view words[] = {"name", "match", "scope", "github",     "1",  "true", "~",
                                        "\"\"", "id",    "by",    "2026-01-01", "<<", "on",   "*x"};
  const std::string_view word = words[random() % std::size(words)];
  if (depth == 0 || random() % 3 == 0) return std::string(word);
  const bool map = random() % 2 == 0;
  std::string text = map ? "{" : "[";
  for (size_t left = random() % 5; left > 0; left--) {
    if (map) text += fmt::format("{}: ", words[random() % std::size(words)]);
    text += random_value(random, depth - 1) + ", ";
  }
  return text + (map ? "}" : "]");
}

TEST(Roll, survives_random_values_under_every_section) {
  std::mt19937 random(5);
  for (int round = 0; round < 3000; round++) {
    std::string text;
    for (const std::string_view key :
         {"version", "owners", "registrars", "runners", "pools", "exceptions"})
      text += fmt::format("{}: {}{}\n", key, round % 7 == 0 ? "&x " : "", random_value(random, 4));
    const auto reading = read("roll.yaml", text);
    if (!reading) continue;
    for (const Problem& problem : reading->problems) EXPECT_FALSE(problem.advice.empty());
  }
}

TEST(Roll, of_five_thousand_entries_loads) {
  std::string text = "version: 1\nrunners:\n";
  for (int i = 0; i < 5000; i++)
    text += fmt::format(R"(  - name: build-{0}
    platform: github
    scope: https://github.com/acme
    id: {0}
    host: host{0}
    path: /opt/actions-runner
    user: ci
    labels: [self-hosted, linux, x64, release]
    owner: team-build@acme.example
    approval: {{ by: carol@acme.example, ticket: CHG-1234, on: 2026-10-01 }}
    reviewed: {{ by: carol@acme.example, on: 2026-11-20 }}
    lifetime: persistent
    expires: 2027-03-31
    teardown: {{ by: reimage, within: 1h }}
    image: golden-2026
    boundary: {{ repositories: [acme/app, acme/lib], environments: [staging], identities: ["github-token:acme"], egress: ["github.com:443"] }}
)",
                        i);
  const auto begin = std::chrono::steady_clock::now();
  const auto roll = parse("roll.yaml", text);
  const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - begin;
  ASSERT_TRUE(roll) << roll.error().what;
  EXPECT_EQ(roll->runners.size(), 5000U);
  std::cout << fmt::format("loaded 5000 entries, {} KiB, in {:.0f} ms\n", text.size() / 1024,
                           took.count());
}

}  // namespace
}  // namespace muster::roll
