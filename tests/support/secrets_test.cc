// The secret maker, and that it finds its secrets in every dress.
#include "support/secrets.h"

#include "base/hash.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace muster::tests {
namespace {

using testing::IsEmpty;
using testing::MatchesRegex;
using testing::SizeIs;

TEST(TestSecrets, have_the_shapes_of_their_kinds) {
  Secrets secrets("shapes");
  EXPECT_THAT(secrets.make("gitlab-runner-token"), MatchesRegex("glrt-[0-9A-Za-z]{20}"));
  EXPECT_THAT(secrets.make("github-classic"), MatchesRegex("ghp_[0-9A-Za-z]{36}"));
  EXPECT_THAT(secrets.make("github-registration"), MatchesRegex("[A-Z2-7]{29}"));
  EXPECT_THAT(secrets.make("buildkite-agent"), MatchesRegex("bkaa_[0-9A-Za-z]+"));
  EXPECT_THAT(secrets.make("generic"), MatchesRegex("[0-9a-f]{40}"));
  EXPECT_THAT(secrets.make("something-new"), SizeIs(32));
  EXPECT_THAT(base64_decode(secrets.make("jitconfig rogue https://github.com/mallory")),
              testing::StartsWith("{\".runner\":\""));
}

TEST(TestSecrets, are_the_same_for_the_same_seed_and_kind) {
  EXPECT_EQ(Secrets("a").make("generic"), Secrets("a").make("generic"));
  EXPECT_NE(Secrets("a").make("generic"), Secrets("b").make("generic"));
  EXPECT_NE(Secrets("a").make("generic"), Secrets("a").make("generic#2"));
}

TEST(TestSecrets, base64_pads) {
  EXPECT_EQ(base64_encode("a"), "YQ==");
  EXPECT_EQ(base64_encode("ab"), "YWI=");
  EXPECT_EQ(base64_encode("abc"), "YWJj");
}

TEST(TestSecrets, leak_whole_or_in_part) {
  Secrets secrets("leaks");
  const std::string token = secrets.make("github-classic");
  EXPECT_THAT(secrets.leaks("token " + token), testing::Contains(testing::HasSubstr("plain")));
  EXPECT_THAT(secrets.leaks("..." + token.substr(9, 12)), SizeIs(testing::Ge(1)));
  EXPECT_THAT(secrets.leaks("..." + token.substr(9, 11)), IsEmpty());
  EXPECT_THAT(secrets.leaks("nothing here"), IsEmpty());
}

TEST(TestSecrets, leak_as_base64_at_any_offset) {
  Secrets secrets("leaks");
  const std::string token = secrets.make("password");
  for (const std::string before : {"", "u", "us", "use", "user:"})
    EXPECT_THAT(secrets.leaks(base64_encode(before + token + "@host")), SizeIs(testing::Ge(1)))
        << before;
}

TEST(TestSecrets, leak_percent_encoded) {
  Secrets secrets("leaks");
  std::string encoded;
  for (const char c : secrets.make("generic")) encoded += fmt::format("%{:02X}", c);
  EXPECT_THAT(secrets.leaks(encoded), SizeIs(1));
}

TEST(TestSecrets, of_a_key_block_are_its_lines_only) {
  Secrets secrets("leaks");
  const std::string key = secrets.make("rsa-private-key");
  EXPECT_THAT(secrets.leaks(key.substr(0, 32)), IsEmpty());
  EXPECT_THAT(secrets.leaks(key.substr(100, 200)), SizeIs(testing::Ge(1)));
}

TEST(TestSecrets, inside_a_jit_configuration_are_watched_too) {
  Secrets secrets("leaks");
  const std::string config = base64_decode(secrets.make("jitconfig"));
  const size_t at = config.find("rsaparams\":\"") + 12;
  const std::string params = base64_decode(config.substr(at, config.find('"', at) - at));
  EXPECT_THAT(params, testing::HasSubstr("\"exponent\":\"AQAB\""));
  EXPECT_THAT(secrets.leaks(params), SizeIs(testing::Ge(7)));
}

}  // namespace
}  // namespace muster::tests
