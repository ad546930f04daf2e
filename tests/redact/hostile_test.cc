// Hostile input: any bytes, any size, and the cost and the output stay within bounds.
#include "redact/leaks.h"

#include <chrono>

namespace muster::redact {
namespace {

constexpr size_t looked_at = size_t{64} << 10;
// 500 replacements of at most 64 bytes, and a note on what was cut.
constexpr size_t most_growth = 500 * 64 + 64;

std::string noise(uint32_t seed, size_t length, std::string_view alphabet) {
  std::mt19937 random(seed);
  std::string text;
  text.reserve(length);
  while (text.size() < length)
    text += alphabet.empty() ? static_cast<char>(random() & 0xff)
                             : alphabet[random() % alphabet.size()];
  return text;
}

TEST(RedactorOnHostileInput, survives_random_bytes) {
  for (uint32_t seed = 0; seed < 100; ++seed) {
    const std::string text = noise(seed, seed * 7, "");
    const Text shown = shipped_redactor().text(text);
    EXPECT_LE(shown.shown.size(), text.size() + most_growth);
    const Arguments arguments = shipped_redactor().arguments({text, "--token", text, ""});
    EXPECT_EQ(arguments.shown.size(), 4U);
    EXPECT_LE(shipped_redactor().assignment(text, text).shown.size(), text.size() + most_growth);
  }
}

TEST(RedactorOnHostileInput, survives_random_punctuation_and_key_words) {
  for (uint32_t seed = 0; seed < 100; ++seed) {
    std::string text = noise(seed, 300, "-=:\"'\\ \n@/?&;tokenpasswd$<{");
    text += "token" + noise(seed + 1, 40, "-=:\"'\\ @") + "password" + noise(seed + 2, 40, "://@ ");
    const Text shown = shipped_redactor().text(text);
    EXPECT_LE(shown.shown.size(), text.size() + most_growth);
  }
}

TEST(RedactorOnHostileInput, never_grows_beyond_its_bound) {
  std::string many;
  while (many.size() < 4 * looked_at) many += "pw_token=a1 ";
  const Text shown = shipped_redactor().text(many);
  EXPECT_LE(shown.shown.size(), looked_at + most_growth);
  EXPECT_LE(shown.hits.size(), 500U);
  EXPECT_NE(shown.shown.find("«cut: "), std::string::npos);

  const Arguments line = shipped_redactor().arguments(std::vector<std::string>(10000, "x"));
  EXPECT_EQ(line.shown.size(), 4097U);
  EXPECT_EQ(line.shown.back(), "«cut: 5904 arguments»");
}

TEST(RedactorOnHostileInput, never_shows_half_of_a_secret_where_it_cuts) {
  const std::string secret = made_up(77, 60);
  for (size_t before = looked_at - 70; before < looked_at + 2; ++before) {
    const std::string text = std::string(before, ' ') + "--token=" + secret;
    EXPECT_LT(longest_leak(secret, shipped_redactor().text(text).shown), 8U) << before;
  }
  // One word without an end is left out whole.
  EXPECT_LT(shipped_redactor().text(std::string(2 * looked_at, 'a')).shown.size(), 100U);
}

// Each of these would cost minutes if any pass were quadratic.
TEST(RedactorOnHostileInput, takes_linear_time) {
  const std::vector<std::string> parts = {"=",
                                          ":",
                                          "\"",
                                          "'",
                                          "\\",
                                          "--token ",
                                          "a://b:c/",
                                          "://",
                                          "token=",
                                          "password ",
                                          "Bearer ",
                                          "login a password ",
                                          "ey",
                                          "glrt-",
                                          "-----BEGIN PRIVATE KEY",
                                          "a-",
                                          "a1B2/",
                                          "@",
                                          "Authorization: ",
                                          "https://a:b@",
                                          "-3",
                                          "\\\"token\\\":"};
  const auto started = std::chrono::steady_clock::now();
  for (const std::string& part : parts) {
    std::string text;
    while (text.size() + part.size() < looked_at) text += part;
    text += ' ';
    EXPECT_LE(shipped_redactor().text(text).shown.size(), looked_at + most_growth) << part;
  }
  const auto took = std::chrono::steady_clock::now() - started;
  EXPECT_LT(std::chrono::duration_cast<std::chrono::seconds>(took).count(), 60);
}

}  // namespace
}  // namespace muster::redact
