// Host facts survive the way to JSON and back; what is not facts is refused with its place.
#include "facts/host_json.h"

#include "facts/random_host.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace muster::facts {
namespace {

// Converts to anything, to find out how many members a struct can be initialised with.
struct Anything {
  template <class T>
  operator T() const;  // NOLINT: it exists to be implicit
};

template <class T, class... Members>
constexpr size_t member_count() {
  if constexpr (requires { T{Members{}..., Anything{}}; })
    return member_count<T, Members..., Anything>();
  else
    return sizeof...(Members);
}

// A facts document with these members beside the schema.
std::string document(std::string_view members) {
  return fmt::format("{{\"schema\": \"muster.host/1\", {}}}", members);
}

std::string error_of(std::string_view text) {
  const auto host = host_from_json(text);
  return host ? "" : host.error().what;
}

TEST(HostJson, survives_a_round_trip) {
  for (uint32_t seed = 0; seed < 300; seed++) {
    const Host host = tests::random_host(seed);
    const auto again = host_from_json(to_json(host));
    ASSERT_TRUE(again) << again.error().what;
    EXPECT_EQ(*again, host) << "seed " << seed;
  }
}

TEST(HostJson, forgets_no_member) {
  Host host;
  host.runners.resize(1);
  host.runners[0].sources.resize(1);
  host.roles.resize(1);
  host.processes.resize(1);
  host.processes[0].exposures.resize(1);
  host.accounts.resize(1);
  host.sudo.resize(1);
  host.engines.resize(1);
  host.units.resize(1);
  host.units[0].settings.resize(1);
  host.gaps.resize(1);
  const auto json = nlohmann::json::parse(to_json(host));
  EXPECT_EQ(json.size(), member_count<Host>() + 1);  // and the schema
  EXPECT_EQ(json["runners"][0].size(), member_count<Runner>());
  EXPECT_EQ(json["runners"][0]["sources"][0].size(), member_count<Source>());
  EXPECT_EQ(json["roles"][0].size(), member_count<Role>());
  EXPECT_EQ(json["processes"][0].size(), member_count<Process>());
  EXPECT_EQ(json["processes"][0]["exposures"][0].size(), member_count<Exposure>());
  EXPECT_EQ(json["accounts"][0].size(), member_count<Account>());
  EXPECT_EQ(json["sudo"][0].size(), member_count<SudoGrant>());
  EXPECT_EQ(json["engines"][0].size(), member_count<EngineSocket>());
  EXPECT_EQ(json["units"][0].size(), member_count<Unit>());
  EXPECT_EQ(json["units"][0]["settings"][0].size(), member_count<Setting>());
  EXPECT_EQ(json["gaps"][0].size(), member_count<Gap>());
  EXPECT_EQ(json["coverage"].size(), member_count<Coverage>());
}

TEST(HostJson, is_the_same_text_for_the_same_facts) {
  const std::string text = to_json(tests::random_host(7));
  EXPECT_EQ(text, to_json(tests::random_host(7)));
  EXPECT_TRUE(text.starts_with("{\n  \"schema\": \"muster.host/1\",\n  \"hostname\""));
  EXPECT_TRUE(text.ends_with("}\n"));
}

TEST(HostJson, writes_text_that_is_not_utf8_without_failing) {
  Host host;
  host.hostname = "a\xff\xfe";
  const auto again = host_from_json(to_json(host));
  ASSERT_TRUE(again);
  EXPECT_EQ(again->hostname, "a\uFFFD\uFFFD");
}

TEST(HostJson, writes_permissions_in_octal) {
  Host host;
  host.engines = {{.path = "/run/docker.sock", .uid = 0, .gid = 999, .mode = 0660}};
  EXPECT_NE(to_json(host).find("\"mode\": \"0660\""), std::string::npos);
}

TEST(HostJson, lets_members_be_missing_or_unknown) {
  const auto host = host_from_json(document(R"("hostname": "build01", "future": {"a": [1]})"));
  ASSERT_TRUE(host);
  EXPECT_EQ(host->hostname, "build01");
  EXPECT_TRUE(host->runners.empty());
}

TEST(HostJson, refuses_other_schemas) {
  for (const char* text : {"{}", R"({"schema": "muster.host/2"})", R"({"schema": 1})"})
    EXPECT_EQ(error_of(text), "the facts do not say \"schema\": \"muster.host/1\"") << text;
  EXPECT_EQ(error_of("[]"), "the facts are not a JSON object");
}

TEST(HostJson, says_which_member_is_wrong) {
  const std::pair<const char*, const char*> cases[] = {
      {R"("hostname": 1)", "hostname must be a string, but is number"},
      {R"("runners": {})", "runners must be a list, but is object"},
      {R"("runners": [{}, {"pids": [1, "2"]}])",
       "runners[1].pids[1] must be a whole number from -2147483648 to 2147483647, but is string"},
      {R"("collected_as": -1)",
       "collected_as must be a whole number from 0 to 4294967295, but is number"},
      {R"("collected_as": 1.5)",
       "collected_as must be a whole number from 0 to 4294967295, but is number"},
      {R"("collected": "yesterday")",
       "collected must be a time such as \"2026-11-30T12:00:00Z\", but is string"},
      {R"("engines": [{"mode": "0999"}])",
       "engines[0].mode must be octal permission bits such as \"0660\", but is string"},
      {R"("runners": [{"ephemeral": "no"}])",
       "runners[0].ephemeral must be true or false, but is string"},
      {R"("runners": [{"places": {"name": []}}])",
       "runners[0].places.name must be an object, but is array"},
      {R"("coverage": {"entries": 1e3})",
       "coverage.entries must be a whole number from 0 to 18446744073709551615, but is number"},
  };
  for (const auto& [members, expected] : cases)
    EXPECT_EQ(error_of(document(members)), fmt::format("the facts are malformed: {}", expected));
}

TEST(HostJson, says_where_the_text_is_not_json) {
  EXPECT_NE(error_of("{\"schema\":\n  nope}").find("line 2, column 4"), std::string::npos)
      << error_of("{\"schema\":\n  nope}");
  for (const char* text : {"", "{", "\x1b[31m", "{\"a\": \"\xff\"}", "{} x", "nul"}) {
    EXPECT_TRUE(error_of(text).starts_with("the facts are not JSON: ")) << text;
    EXPECT_EQ(error_of(text).find('\x1b'), std::string::npos);
  }
}

TEST(HostJson, refuses_nesting_and_size_bombs_quickly) {
  EXPECT_EQ(error_of(std::string(1'000'000, '[')), "the facts nest deeper than 16 levels");
  EXPECT_EQ(error_of(document("\"x\": [" + std::string(5'000'000, ',') + "]")),
            "the facts hold more than 4000000 values");
  EXPECT_EQ(error_of(std::string((size_t{64} << 20) + 1, ' ')), "the facts are larger than 64 MiB");
  EXPECT_EQ(error_of(document(R"("hostname": "[[[[[[[[[[[[[[[[[[[[\"[[[[,")")), "");
}

TEST(HostJson, takes_many_keys_in_one_object_in_its_stride) {
  std::string members = "\"x\": {";
  for (int i = 0; i < 50'000; i++) members += fmt::format("{}\"k{}\":1", i > 0 ? "," : "", i);
  EXPECT_EQ(error_of(document(members + "}")), "");
}

}  // namespace
}  // namespace muster::facts
