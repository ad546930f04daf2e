// Every carrier of a credential: the value goes, the rest stays, and the hit says what carried it.
#include "redact/leaks.h"

namespace muster::redact {
namespace {

const std::string secret = made_up(11, 24);

Hit only(const std::vector<Hit>& hits) {
  EXPECT_EQ(hits.size(), 1U);
  return hits.size() == 1 ? hits[0] : Hit{};
}

TEST(Redactor, takes_values_behind_flags_that_follow_as_the_next_argument) {
  for (const std::string flag :
       {"--token", "--password", "--passwd", "--secret", "--api-key", "--pat", "--jitconfig",
        "--github-token", "-secret", "--client_secret", "--registration-token", "--passphrase"}) {
    const auto shown = shipped_redactor().arguments({"/usr/bin/tool", "run", flag, secret, "rest"});
    EXPECT_EQ(shown.shown, (std::vector<std::string>{"/usr/bin/tool", "run", flag,
                                                     "«redacted:unknown»", "rest"}));
    EXPECT_EQ(only(shown.hits).where, flag);
  }
}

TEST(Redactor, takes_values_behind_flags_in_the_same_argument) {
  const auto shown = shipped_redactor().arguments({"tool", "--password=" + secret + " and more"});
  EXPECT_EQ(shown.shown[1], "--password=«redacted:unknown»");
  EXPECT_TRUE(only(shown.hits).certain);
}

TEST(Redactor, names_the_kind_of_a_known_shape) {
  const std::string token = "glrt" + ("-" + made_up(3, 20));
  const auto shown = shipped_redactor().arguments({"gitlab-runner", "register", "--token", token});
  EXPECT_EQ(shown.shown[3], "«redacted:gitlab-runner-tokens»");
  EXPECT_EQ(only(shown.hits).kind, "gitlab-runner-tokens");
  EXPECT_EQ(only(shown.hits).where, "--token");
  const auto bare = shipped_redactor().arguments({"tool", "a", "b", token});
  EXPECT_EQ(only(bare.hits).where, "argument 3");
  EXPECT_TRUE(only(bare.hits).certain);
}

TEST(Redactor, knows_the_short_flags_of_products_only_with_their_programs) {
  const auto runner =
      shipped_redactor().arguments({"/usr/bin/gitlab-runner", "run-single", "-t", "letmein"});
  EXPECT_EQ(runner.shown[3], "«redacted:unknown»");
  EXPECT_TRUE(only(runner.hits).certain);
  const auto other = shipped_redactor().arguments({"/usr/bin/tar", "-t", "letmein"});
  EXPECT_TRUE(other.hits.empty());
  const auto password = shipped_redactor().arguments(
      {"buildbot-worker", "create-worker", "/srv/w", "master:9989", "one", "letmein"});
  EXPECT_EQ(password.shown[5], "«redacted:unknown»");
  EXPECT_EQ(only(password.hits).where, "create-worker");
}

TEST(Redactor, knows_the_short_flags_of_programs_in_wide_use) {
  const std::vector<std::vector<std::string>> lines = {
      {"curl", "-u", "ci:" + secret, "https://x.example"},
      {"curl", "--proxy", "ci:" + secret + "@proxy:3128"},
      {"sshpass", "-p", secret, "ssh", "host"},
      {"sshpass", "-p" + secret, "ssh", "host"},
      {"mysql", "-uroot", "-p" + secret, "db"},
      {"docker", "login", "-u", "ci", "-p", secret},
      {"redis-cli", "-a", secret},
  };
  for (const auto& line : lines) {
    const auto shown = shipped_redactor().arguments(line);
    EXPECT_LT(longest_leak(secret, joined(shown.shown)), 4U) << joined(shown.shown);
    EXPECT_TRUE(only(shown.hits).certain);
  }
}

TEST(Redactor, takes_secrets_out_of_urls_and_keeps_the_rest) {
  const std::vector<std::pair<std::string, std::string>> urls = {
      {"https://ci:" + secret + "@git.example/a.git",
       "https://ci:«redacted:unknown»@git.example/a.git"},
      {"postgres://u:a/b@" + secret + "@db:5432/x", "postgres://u:«redacted:unknown»@db:5432/x"},
      {"https://" + secret + "@git.example/a", "https://«redacted:unknown»@git.example/a"},
      {"https://" + secret + ":x-oauth-basic@git.example/a",
       "https://«redacted:unknown»:«redacted:unknown»@git.example/a"},
      {"https://x.example/a?access_token=" + secret + "&page=2",
       "https://x.example/a?access_token=«redacted:unknown»&page=2"},
      {"https://x.example/a?page=2&sig=" + secret,
       "https://x.example/a?page=2&sig=«redacted:unknown»"},
  };
  for (const auto& [url, shown] : urls) {
    EXPECT_EQ(shipped_redactor().text(url).shown, shown);
    EXPECT_EQ(shipped_redactor().arguments({url}).shown[0], shown);
  }
}

TEST(Redactor, takes_secrets_out_of_headers) {
  const std::vector<std::string> headers = {
      "Authorization: Bearer " + secret,
      "authorization: basic " + secret,
      "Authorization: token " + secret,
      "AUTHORIZATION: " + secret,
      "Private-Token: " + secret,
      "X-Vault-Token:" + secret,
      "X-Api-Key: " + secret,
      "Cookie: a=1; session=" + secret,
      "Proxy-Authorization: Digest username=\"a\", response=\"" + secret + "\"",
      "bearer " + secret};
  for (const std::string& header : headers) {
    EXPECT_LT(longest_leak(secret, shipped_redactor().text(header).shown), 4U) << header;
    const auto shown = shipped_redactor().arguments({"curl", "-H", header, "https://x.example"});
    EXPECT_LT(longest_leak(secret, joined(shown.shown)), 4U) << header;
    EXPECT_FALSE(shown.hits.empty()) << header;
    EXPECT_EQ(shown.shown[3], "https://x.example");
  }
  EXPECT_EQ(shipped_redactor().text("Authorization: Bearer " + secret).shown,
            "Authorization: Bearer «redacted:unknown»");
}

TEST(Redactor, takes_values_behind_keys_in_any_notation) {
  for (const std::string& text : std::vector<std::string>{
           "password=" + secret, "password = '" + secret + "'", "token: " + secret,
           "{\"token\": \"" + secret + "\", \"id\": 4}", "{\\\"token\\\":\\\"" + secret + "\\\"}",
           "export GITLAB_TOKEN=" + secret, "Environment=\"TOKEN=" + secret + "\"",
           "db.password=" + secret, "-Dsonar.token=" + secret, "clientSecret: " + secret,
           "Server=x;Password=" + secret + ";User=y", "machine h login u password " + secret,
           "AWS_SECRET_ACCESS_KEY=" + secret, "password is: " + secret, "--token \\\n  " + secret,
           "sh -c \"deploy --token '" + secret + "' --now\"", "passwd => " + secret,
           "//npm.example/:_authToken=" + secret, "the token " + secret}) {
    const Text shown = shipped_redactor().text(text);
    EXPECT_LT(longest_leak(secret, shown.shown), 4U) << text << " -> " << shown.shown;
    EXPECT_EQ(shown.hits.size(), 1U) << text << " -> " << shown.shown;
  }
  EXPECT_EQ(shipped_redactor().text("{\"token\": \"" + secret + "\", \"id\": 4}").shown,
            "{\"token\": \"«redacted:unknown»\", \"id\": 4}");
  EXPECT_EQ(shipped_redactor().text("Server=x;Password=" + secret + ";User=y").shown,
            "Server=x;Password=«redacted:unknown»;User=y");
}

TEST(Redactor, takes_passwords_that_look_like_words) {
  for (const std::string text : {"--password letmein", "--password=letmein", "password: letmein",
                                 "DB_PASS=letmein", "https://u:letmein@host/"}) {
    const Text shown = shipped_redactor().text(text);
    EXPECT_EQ(shown.shown.find("letmein"), std::string::npos) << text;
    ASSERT_EQ(shown.hits.size(), 1U) << text;
    EXPECT_TRUE(shown.hits[0].certain) << text;
  }
}

TEST(Redactor, takes_private_keys_whole_even_without_their_end) {
  const std::string line = "-----";
  const std::string body = made_up(5, 64) + "\n" + made_up(6, 64) + "\n";
  for (const std::string& text :
       std::vector<std::string>{"key: |\n" + line + "BEGIN RSA PRIVATE KEY" + line + "\n" + body +
                                    line + "END RSA PRIVATE KEY" + line + "\nafter",
                                line + "BEGIN OPENSSH PRIVATE KEY" + line + "\n" + body}) {
    const Text shown = shipped_redactor().text(text);
    EXPECT_LT(longest_leak(made_up(5, 64), shown.shown), 4U);
    EXPECT_LT(longest_leak(made_up(6, 64), shown.shown), 4U);
    EXPECT_EQ(shown.hits.size(), 1U) << shown.shown;
  }
}

TEST(Redactor, takes_a_longer_token_than_its_shape_foresees_whole) {
  const std::string token = "npm" + ("_" + made_up(8, 36));
  const std::string tail = made_up(9, 30);
  const Text shown = shipped_redactor().text("x " + token + tail + " y");
  EXPECT_EQ(shown.shown, "x «redacted:npm-token» y");
}

TEST(Redactor, takes_random_runs_without_a_carrier_but_is_not_certain) {
  const std::string random = made_up(21, 43);
  const Text shown = shipped_redactor().text("run with " + random + " now");
  EXPECT_EQ(shown.shown, "run with «redacted:unknown» now");
  EXPECT_FALSE(only(shown.hits).certain);
}

TEST(Redactor, leaves_references) {
  for (const std::string value : {"$TOKEN",
                                  "${TOKEN}",
                                  "${TOKEN:?}",
                                  "$(cat x)",
                                  "fd://3",
                                  "file:/run/secrets/x",
                                  "@file",
                                  "@/run/token",
                                  "***",
                                  "xxxx",
                                  "{{ token }}",
                                  "<token>",
                                  "/run/secrets/token",
                                  "~/.token",
                                  "./token.txt",
                                  "%TOKEN%",
                                  "${{ secrets.TOKEN }}",
                                  "id=npm,src=/root/.npmrc",
                                  "env:TOKEN",
                                  "-",
                                  "true",
                                  "none"}) {
    const auto spaced = shipped_redactor().arguments({"tool", "--token", value});
    EXPECT_EQ(spaced.shown[2], value);
    EXPECT_TRUE(spaced.hits.empty()) << value;
    const auto equal = shipped_redactor().arguments({"tool", "--token=" + value});
    EXPECT_EQ(equal.shown[1], "--token=" + value);
    EXPECT_TRUE(equal.hits.empty()) << value;
    EXPECT_EQ(shipped_redactor().assignment("API_TOKEN", value).shown, value);
  }
}

TEST(Redactor, does_not_mistake_secrets_for_references) {
  for (const std::string& value : std::vector<std::string>{
           "$ecret1234", "@dmin1234", "${X:-" + secret + "}", "/" + secret + "/" + secret,
           "x" + secret, "true" + secret, "-" + secret}) {
    const auto shown = shipped_redactor().arguments({"tool", "--password", value});
    EXPECT_LT(longest_leak(value, shown.shown[2]), 4U) << value << " -> " << shown.shown[2];
  }
}

TEST(Redactor, redacts_assignments_by_key_whatever_the_value) {
  const Text plain = shipped_redactor().assignment("DB_PASSWORD", "two words");
  EXPECT_EQ(plain.shown, "«redacted:unknown»");
  EXPECT_EQ(only(plain.hits).where, "DB_PASSWORD");
  EXPECT_TRUE(only(plain.hits).certain);
  EXPECT_TRUE(only(shipped_redactor().assignment("WORKERPASS", "pw").hits).certain);
  EXPECT_TRUE(only(shipped_redactor().assignment("CI_SERVER_TOKEN", "abcdef").hits).certain);
  EXPECT_EQ(shipped_redactor().assignment("PATH", "/usr/bin:/bin").shown, "/usr/bin:/bin");
  EXPECT_EQ(shipped_redactor().assignment("PWD", "/srv/x").shown, "/srv/x");
  EXPECT_EQ(shipped_redactor().assignment("http_proxy", "http://a:" + secret + "@p:1").shown,
            "http://a:«redacted:unknown»@p:1");
}

TEST(Redactor, never_names_a_secret_as_its_carrier) {
  const std::string token = "ghp" + ("_" + made_up(31, 36));
  for (const Hit& hit : shipped_redactor().text(token + "_TOKEN=" + secret).hits)
    EXPECT_LT(longest_leak(token, hit.where), 8U) << hit.where;
  for (const Hit& hit : shipped_redactor().assignment(token + "_TOKEN", secret).hits)
    EXPECT_LT(longest_leak(token, hit.where), 8U) << hit.where;
}

TEST(Redactor, leaves_its_own_output_alone) {
  const std::string once =
      shipped_redactor().text("--token " + secret + " password=" + secret).shown;
  EXPECT_EQ(shipped_redactor().text(once).shown, once);
  EXPECT_TRUE(shipped_redactor().text(once).hits.empty());
}

}  // namespace
}  // namespace muster::redact
