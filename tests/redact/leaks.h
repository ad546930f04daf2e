// What the redactor's tests share: the shipped catalog, made-up secrets, and the search for leaks.
#pragma once
#include "redact/redact.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace muster::redact {

inline const Redactor& shipped_redactor() {
  static const catalog::Catalog catalog = [] {
    auto loaded = catalog::builtin();
    EXPECT_TRUE(loaded);
    return loaded ? *std::move(loaded) : catalog::Catalog{};
  }();
  static const Redactor redactor(catalog);
  return redactor;
}

// A secret of mixed letters and digits, the same for the same seed.
inline std::string made_up(
    uint32_t seed, size_t length,
    std::string_view alphabet = "abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789") {
  std::mt19937 random(seed);
  std::string text;
  while (text.size() < length) text += alphabet[random() % alphabet.size()];
  // Every secret has a digit and a letter, as those that machines make nearly always do.
  text[length / 2] = '7';
  text[length / 3] = 'q';
  return text;
}

// The longest part of the secret that still stands in the text.
inline size_t longest_leak(std::string_view secret, std::string_view text) {
  size_t longest = 0;
  for (size_t begin = 0; begin < secret.size(); ++begin)
    while (begin + longest < secret.size() &&
           text.find(secret.substr(begin, longest + 1)) != std::string_view::npos)
      ++longest;
  return longest;
}

inline std::string joined(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) text += part + "\n";
  return text;
}

}  // namespace muster::redact
