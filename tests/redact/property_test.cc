// Random secrets in random carriers: nothing of them is ever shown.
#include "base/text.h"
#include "redact/leaks.h"

#include <fmt/format.h>

#include <array>

namespace muster::redact {
namespace {

// No 8 characters in a row of any secret may stand in what is shown.
constexpr size_t tolerated = 7;

// Carriers in text: {} is the secret.
constexpr std::array<std::string_view, 22> text_carriers = {
    "tool --token {} --verbose",
    "tool --password={} -v",
    "tool --db-password '{}' -v",
    "GITLAB_TOKEN={} tool",
    "export API_KEY={}",
    "Environment=NPM_TOKEN={}",
    "Environment=\"A=b\" \"CLIENT_SECRET={}\"",
    "curl -H 'Authorization: Bearer {}' https://x.example/api",
    "curl -H \"Private-Token: {}\" https://x.example/api",
    "Authorization: Basic {}",
    "https://ci:{}@git.example/acme/app.git",
    "postgres://app:{}@db.example:5432/app",
    "amqp://app:{}@mq.example/%2f",
    "https://x.example/hook?access_token={}&page=1",
    "{{\"name\":\"x\",\"password\":\"{}\",\"id\":3}}",
    "password: {}",
    "machine git.example login ci password {}",
    "sh -c 'deploy --secret {} --now'",
    "Server=db;User Id=ci;Password={};Encrypt=true",
    "sshpass -p {} ssh deploy@web01",
    "mysql -uroot -p{} app",
    "bash -c \"echo x | tool --api-token={}\"",
};

// Alphabets that machines make credentials of.
constexpr std::array<std::string_view, 4> alphabets = {
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789",
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_",
    "abcdefghijklmnopqrstuvwxyz0123456789",
    "0123456789abcdef",
};

TEST(RedactorProperty, no_secret_survives_in_any_text) {
  uint32_t seed = 1;
  for (int round = 0; round < 6; ++round)
    for (const std::string_view carrier : text_carriers)
      for (const std::string_view alphabet : alphabets) {
        ++seed;
        const std::string secret = made_up(seed, 12 + seed % 70, alphabet);
        const std::string text = fmt::format(fmt::runtime(carrier), secret);
        const Text shown = shipped_redactor().text(text);
        ASSERT_LE(longest_leak(secret, shown.shown), tolerated) << text << "\n" << shown.shown;
        ASSERT_FALSE(shown.hits.empty()) << text;
        for (const Hit& hit : shown.hits)
          ASSERT_LE(longest_leak(secret, hit.where), tolerated) << hit.where;
      }
}

TEST(RedactorProperty, no_secret_survives_in_any_argument) {
  // Exact arguments have no quoting, so here a secret may hold any printable character.
  const std::string any =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_+/=.!#%&*(),:;<>?[]{}|~' \"";
  const std::vector<std::vector<std::string>> carriers = {
      {"tool", "--token", "{}", "x"},
      {"tool", "--password={}"},
      {"gitlab-runner", "register", "-r", "{}"},
      {"env", "GITHUB_TOKEN={}", "make"},
      {"tool", "-e", "DB_PASSWORD={}"},
      {"Runner.Listener", "run", "--jitconfig", "{}"},
      {"buildkite-agent", "start", "--token={}"},
      {"java", "-Ddb.password={}", "-jar", "a.jar"},
      {"sshpass", "-p", "{}", "ssh", "web01"},
      {"buildbot-worker", "create-worker", "/srv/w", "master", "one", "{}"},
  };
  uint32_t seed = 100000;
  for (int round = 0; round < 40; ++round)
    for (const std::vector<std::string>& carrier : carriers) {
      // A letter in front: what begins like a reference or a flag is another test's matter.
      ++seed;
      const std::string secret = "k" + made_up(seed, 12 + seed % 50, any);
      std::vector<std::string> arguments = carrier;
      for (std::string& argument : arguments)
        if (const size_t at = argument.find("{}"); at != std::string::npos)
          argument.replace(at, 2, secret);
      const Arguments shown = shipped_redactor().arguments(arguments);
      ASSERT_LE(longest_leak(secret, joined(shown.shown)), tolerated)
          << joined(arguments) << joined(shown.shown);
      ASSERT_EQ(shown.shown.size(), arguments.size());
      ASSERT_FALSE(shown.hits.empty()) << joined(arguments);
    }
}

TEST(RedactorProperty, known_shapes_survive_nowhere) {
  uint32_t seed = 500000;
  for (int round = 0; round < 25; ++round) {
    const std::array<std::string, 6> tokens = {
        "ghp" + ("_" + made_up(++seed, 36)),        "glrt" + ("-" + made_up(++seed, 20)),
        "acme-glpat" + ("-" + made_up(++seed, 40)), "bkct" + ("_" + made_up(++seed, 40)),
        "hvs" + ("." + made_up(++seed, 95)),        "npm" + ("_" + made_up(++seed, 36))};
    for (const std::string& token : tokens)
      for (const std::string_view carrier :
           {"{}", "see {}, please", "/srv/{}/x", "a={}", "[{}]", "x:{}:y", "<a href=\"{}\">",
            "\xff{}\xfe", "echo {}|sh", "{}\n{}", "tool {} --verbose"}) {
        std::string both;
        for (size_t at = 0; at < carrier.size();) {
          const bool hole = carrier.substr(at).starts_with("{}");
          both += hole ? token : std::string(1, carrier[at]);
          at += hole ? 2 : 1;
        }
        const Text shown = shipped_redactor().text(both);
        ASSERT_LE(longest_leak(token, shown.shown), tolerated) << both << "\n" << shown.shown;
      }
  }
}

}  // namespace
}  // namespace muster::redact
