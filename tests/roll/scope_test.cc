// Scopes are compared in one form.
#include "roll/roll.h"

#include <gtest/gtest.h>

#include <random>

namespace muster::roll {
namespace {

struct Case {
  std::string_view written;
  std::string_view normal;
};

TEST(Scope, has_one_form_for_all_ways_to_write_it) {
  const Case cases[] = {
      {"https://github.com/acme", "https://github.com/acme"},
      {"  HTTPS://GitHub.com/acme/ ", "https://github.com/acme"},
      {"https://github.com:443/acme//", "https://github.com/acme"},
      {"http://git.acme.example:80", "http://git.acme.example"},
      {"http://git.acme.example:443", "http://git.acme.example:443"},
      {"https://git.acme.example:8443/", "https://git.acme.example:8443"},
      {"https://github.com/acme/app.git", "https://github.com/acme/app"},
      {"https://github.com/acme/app.git/", "https://github.com/acme/app"},
      {"https://user:pass@gitlab.acme.example/", "https://gitlab.acme.example"},
      {"https://[::1]:443/x", "https://[::1]/x"},
      {"pb://Master.acme.example:9989", "pb://master.acme.example:9989"},
      {"https://github.com/Acme", "https://github.com/acme"},
      {" acme ", "acme"},
      {"Acme/App.git", "Acme/App.git"},
      {"://x", "://x"},
      {"1x://Y", "1x://Y"},
      {"", ""},
  };
  for (const auto& [written, normal] : cases) EXPECT_EQ(normal_scope(written), normal) << written;
}

TEST(Scope, names_the_host_that_a_client_would_really_reach) {
  EXPECT_EQ(normal_scope("https://github.com@evil.example/acme"), "https://evil.example/acme");
  EXPECT_EQ(normal_scope("https://a@github.com@evil.example/acme"), "https://evil.example/acme");
  EXPECT_NE(normal_scope("https://evil.example\\@github.com/acme"), "https://github.com/acme");
  EXPECT_NE(normal_scope("https://evil.example/@github.com/acme"), "https://github.com/acme");
  EXPECT_NE(normal_scope("https://evil.example?@github.com/acme"), "https://github.com/acme");
}

TEST(Scope, is_stable_when_normalised_again) {
  constexpr std::string_view pieces[] = {"https", "HTTP", "://", "/",    ".git", ":443", ":80",
                                         "@",     "Host", " ",   "?",    "\\",   "#",    "x",
                                         ":",     ".",    "\t",  "\xff", "%2f",  "ssh",  ":22"};
  std::mt19937 random(7);
  for (int round = 0; round < 20'000; round++) {
    std::string scope = round % 2 == 0 ? "https://" : "";
    for (size_t left = random() % 12; left > 0; left--)
      scope += pieces[random() % std::size(pieces)];
    const std::string once = normal_scope(scope);
    EXPECT_EQ(normal_scope(once), once) << scope;
  }
}

}  // namespace
}  // namespace muster::roll
