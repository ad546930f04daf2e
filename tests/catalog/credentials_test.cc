// credentials.yaml: the file's rules, and each shape against what it must and must not match.
#include "catalog/product.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace muster::catalog {
namespace {

const std::vector<CredentialKind>& kinds() {
  static const std::vector<CredentialKind> loaded = [] {
    auto catalog = builtin();
    EXPECT_TRUE(catalog) << catalog.error().what;
    return catalog ? catalog->credentials : std::vector<CredentialKind>{};
  }();
  return loaded;
}

// Characters in a fixed, mixed order: secrets of any length without a secret in this file.
std::string filler(size_t length, std::string_view alphabet) {
  std::string text;
  for (size_t i = 0; text.size() < length; ++i) text += alphabet[(i * 7 + i / 3) % alphabet.size()];
  return text;
}
std::string word(size_t length) { return filler(length, "aB3kQ9zR7mX2pL5tW8"); }
std::string hex(size_t length) { return filler(length, "0f9a3b7c1d5e"); }
std::string capitals(size_t length) { return filler(length, "ABQ7XZ2LM5"); }

struct Sample {
  std::string kind;
  std::string text;
};

// Every token is put together from parts that are no token.
std::vector<Sample> samples() {
  const std::string dash = "-";
  const std::string line = "-----";
  const auto pem = [&](const std::string& what) {
    return line + "BEGIN " + what + line + "\n" + word(64) + "\n" + line + "END " + what + line;
  };
  return {
      {"ai-other", "hf" + ("_" + word(34))},
      {"ai-other", "gsk" + ("_" + word(52))},
      {"age-sops", "AGE-SECRET" + ("-KEY-1" + filler(58, "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L"))},
      {"anthropic", "sk-ant" + ("-api03-" + word(93) + "AA")},
      {"aws-bedrock-key", "ABS" + ("K" + word(110))},
      {"aws-static-key", "AKI" + ("A" + capitals(16))},
      {"aws-temporary", "ASI" + ("A" + capitals(16))},
      {"azure-sp-secret", word(3) + "8Q" + "~" + word(34)},
      {"azure-storage", "AccountKey" + ("=" + word(86) + "==")},
      {"bitbucket-atlassian", "ATATT" + ("3" + word(186))},
      {"cargo-token", "ci" + ("o" + word(32))},
      {"ci-api-tokens", "CCIPAT" + ("_" + word(22) + "_" + hex(40))},
      {"ci-runner-secrets", "bkct" + ("_" + word(40))},
      {"ci-runner-secrets", "30313233-3435-3637" + (dash + "3839-616263646566")},
      {"cosign-key", pem("ENCRYPTED SIGSTORE PRIVATE KEY")},
      {"discord-teams", "discord.com/api/webhooks/" + filler(18, "123456789") + "/" + word(68)},
      {"docker-config", "dckr_pat" + ("_" + word(27))},
      {"doppler", "dp.pt" + ("." + word(43))},
      {"gcp-gcloud-store", "ya29" + ("." + word(60))},
      {"gcp-misc", "AIz" + ("a" + word(35))},
      {"github-installation-token", "ghs" + ("_" + word(36))},
      {"github-installation-token",
       "ghs" + ("_12345_ey" + word(40) + "." + word(80) + "." + word(60))},
      {"github-oauth-user-tokens", "gho" + ("_" + word(36))},
      {"github-pat-classic", "ghp" + ("_" + word(36))},
      {"github-pat-fine-grained", "github" + ("_pat_" + word(22) + "_" + word(59))},
      {"gitlab-job-token", "glcbt" + ("-64_" + word(20))},
      {"gitlab-other-tokens", "gldt" + (dash + word(20))},
      {"gitlab-pat", "glpat" + (dash + word(20))},
      {"gitlab-pat", "acme-glpat" + (dash + word(44) + ".01.1" + hex(8))},
      {"gitlab-runner-tokens", "glrt" + (dash + word(20))},
      {"gitlab-runner-tokens", "glrt" + ("-t3_" + word(44) + ".01.181uebm4k")},
      {"gitlab-runner-tokens", "acme-prod-glrt" + (dash + word(20))},
      {"gitlab-runner-tokens", "GR134" + ("8941" + word(20))},
      {"gpg-secret", pem("PGP PRIVATE KEY BLOCK")},
      {"jfrog", "AKC" + ("p" + word(69))},
      {"jwt-generic", "ey" + word(34) + ".ey" + word(90) + "." + word(43)},
      {"npm-token", "npm" + ("_" + word(36))},
      {"npm-token", "//registry.example/:_auth" + ("Token=" + hex(36))},
      {"nuget-config", "oy" + ("2" + filler(43, "a3b5c7"))},
      {"onepassword", "ops_ey" + ("J" + word(260))},
      {"openai", "sk-proj-" + word(40) + "T3Bl" + "bkFJ" + word(40)},
      {"other-package-registries", "CLOJARS" + ("_" + hex(60))},
      {"paas-tokens", "dop_v1" + ("_" + hex(64))},
      {"pem-generic", pem("RSA PRIVATE KEY")},
      {"pem-generic", line + "BEGIN PRIVATE KEY" + line + word(20)},
      {"pypi-token", "pypi" + ("-AgEIcHlwaS5vcmc" + word(120))},
      {"rubygems", "rubygems" + ("_" + hex(48))},
      {"slack", "xoxb" + ("-123456789012-" + word(40))},
      {"slack", "https://hooks.slack.com/services/" + word(44)},
      {"ssh-private-key", pem("OPENSSH PRIVATE KEY")},
      {"terraform-cloud", word(14) + ".atlas" + "v1." + word(66)},
      {"vault-token", "hvs" + ("." + word(95))},
  };
}

TEST(CredentialKinds, every_shape_matches_its_samples) {
  std::set<std::string> sampled;
  for (const Sample& sample : samples()) {
    sampled.insert(sample.kind);
    bool found = false;
    for (const CredentialKind& kind : kinds()) {
      if (kind.id != sample.kind) continue;
      const std::string text = "before " + sample.text + " after";
      const auto extent = find_credential(kind, text);
      ASSERT_TRUE(extent) << sample.kind << ": " << sample.text;
      EXPECT_GE(extent->begin, 7U) << sample.kind;
      EXPECT_EQ(extent->end, std::min(text.size(), extent->end)) << sample.kind;
      found = true;
    }
    EXPECT_TRUE(found) << sample.kind;
  }
  for (const CredentialKind& kind : kinds()) EXPECT_TRUE(sampled.contains(kind.id)) << kind.id;
}

TEST(CredentialKinds, no_shape_matches_ordinary_text) {
  const std::vector<std::string> ordinary = {
      "",
      "/usr/bin/python3 /usr/bin/buildbot-worker start --nodaemon",
      "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
      "sha256:" + hex(64),
      hex(40),
      "ghp_short glpat-short npm_run AKIA_NOT_A_KEY ASIA Pacific",
      "-----BEGIN CERTIFICATE----- " + word(64),
      "-----BEGIN PUBLIC KEY----- " + word(64),
      "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5" + word(44),
      "api-2 pat.s sat.down HTTP API-GATEWAY v1.0-rc1",
      "cio eye keyring monkey they.were.here",
      "https://hooks.slack.com/services/",
      "30.31.32.33 -34 -61 2026-11-30",
  };
  for (const std::string& text : ordinary)
    for (const CredentialKind& kind : kinds())
      EXPECT_FALSE(find_credential(kind, text)) << kind.id << " in " << text;
}

TEST(CredentialKinds, a_keyword_occurs_in_every_match) {
  for (const Sample& sample : samples())
    for (const CredentialKind& kind : kinds()) {
      if (!matches(kind.pattern, sample.text)) continue;
      const bool keyword = std::ranges::any_of(
          kind.keywords, [&](const std::string& each) { return sample.text.contains(each); });
      EXPECT_TRUE(keyword) << kind.id << ": " << sample.text;
    }
}

TEST(CredentialKinds, finds_one_after_another) {
  const std::string token = "ghp" + ("_" + word(36));
  const std::string text = token + " " + token;
  for (const CredentialKind& kind : kinds()) {
    if (kind.id != "github-pat-classic") continue;
    const auto first = find_credential(kind, text);
    ASSERT_TRUE(first);
    const auto second = find_credential(kind, text, first->end);
    ASSERT_TRUE(second);
    EXPECT_EQ(second->begin, token.size() + 1);
    EXPECT_FALSE(find_credential(kind, text, second->end));
  }
}

TEST(CredentialsFile, refuses_what_would_run_everywhere_or_never) {
  const auto refused = [](const std::string& kind) {
    const auto parsed = parse_credentials("credentials.yaml", "kinds:\n" + kind);
    return parsed ? std::string("(accepted)") : parsed.error().what;
  };
  EXPECT_NE(refused("  - { id: a, name: a, pattern: x }\n").find("no keywords"), std::string::npos);
  EXPECT_NE(refused("  - { id: a, name: a, keywords: [x], pattern: x }\n").find("too short"),
            std::string::npos);
  EXPECT_NE(
      refused("  - { id: a, name: a, keywords: [xx], pattern: 'x*' }\n").find("nothing at all"),
      std::string::npos);
  EXPECT_NE(refused("  - { id: a, name: a, keywords: [xx] }\n").find("no pattern"),
            std::string::npos);
  EXPECT_NE(refused("  - { id: a, name: a, keywords: [xx], pattern: x, colour: red }\n")
                .find("2:51: a credential kind has no key \"colour\""),
            std::string::npos)
      << refused("  - { id: a, name: a, keywords: [xx], pattern: x, colour: red }\n");
  const std::string one = "  - { id: a, name: a, keywords: [xx], pattern: x }\n";
  EXPECT_EQ(refused(one), "(accepted)");
  EXPECT_NE(refused(one + one).find("second time"), std::string::npos);
  EXPECT_NE(refused("").find("kinds"), std::string::npos);
}

}  // namespace
}  // namespace muster::catalog
