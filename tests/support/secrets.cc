// Makes secrets out of harmless parts, and finds them again in any dress.
#include "support/secrets.h"

#include "base/hash.h"
#include "base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <unordered_set>

namespace muster::tests {
namespace {

constexpr std::string_view digits = "0123456789";
constexpr std::string_view hex_digits = "0123456789abcdef";
constexpr std::string_view alphanumeric =
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
constexpr std::string_view base64_digits =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr std::string_view base32_digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

// Bytes that look random and are the same for the same name.
std::string bytes_of(std::string_view name, size_t count) {
  std::string bytes;
  for (int block = 0; bytes.size() < count; block++) {
    const std::string hex = sha256_hex(fmt::format("{}/{}", name, block));
    for (size_t i = 0; i < hex.size(); i += 2) {
      uint8_t byte = 0;
      std::from_chars(hex.data() + i, hex.data() + i + 2, byte, 16);
      bytes += static_cast<char>(byte);
    }
  }
  bytes.resize(count);
  return bytes;
}

std::string letters(std::string_view name, size_t count, std::string_view alphabet) {
  std::string text = bytes_of(name, count);
  for (char& c : text) c = alphabet[static_cast<uint8_t>(c) % alphabet.size()];
  return text;
}

uint32_t crc32(std::string_view text) {
  uint32_t sum = ~uint32_t{0};
  for (const char c : text) {
    sum ^= static_cast<uint8_t>(c);
    for (int bit = 0; bit < 8; bit++) sum = (sum & 1) != 0 ? sum >> 1 ^ 0xEDB88320U : sum >> 1;
  }
  return ~sum;
}

// GitHub's tokens end in the checksum of their random part, in base 62.
std::string github_token(std::string_view name) {
  const std::string random = letters(name, 30, alphanumeric);
  std::string sum(6, '0');
  uint32_t rest = crc32(random);
  for (size_t i = sum.size(); i-- > 0; rest /= 62) sum[i] = alphanumeric[rest % 62];
  return random + sum;
}

std::string base64url(std::string_view bytes) {
  std::string text = base64_encode(bytes);
  std::ranges::replace(text, '+', '-');
  std::ranges::replace(text, '/', '_');
  while (text.ends_with('=')) text.pop_back();
  return text;
}

std::string jwt(std::string_view name) {
  return fmt::format(
      "{}.{}.{}", base64url(R"({"alg":"RS256","typ":"JWT"})"),
      base64url(fmt::format(R"({{"sub":"{}","exp":1795000000}})", letters(name, 12, digits))),
      base64url(bytes_of(name, 96)));
}

std::string rsa_private_key(std::string_view name) {
  std::string text = fmt::format("-----BEGIN RSA {}-----\n", "PRIVATE KEY");
  const std::string body = "MIIEpAIBAAKCAQEA" + letters(name, 1572, base64_digits);
  for (size_t at = 0; at < body.size(); at += 64) text += body.substr(at, 64) + "\n";
  return text + fmt::format("-----END RSA {}-----\n", "PRIVATE KEY");
}

struct JitConfig {
  std::string text;
  std::vector<std::string> keys;  // the secret members inside
};

// Base64 of a JSON map from file name to base64 of the file, as GitHub's API hands it out.
JitConfig jit_config(std::string_view name, std::string_view runner, std::string_view url) {
  JitConfig config;
  std::string rsa = "{";
  for (const std::string_view member : {"d", "dp", "dq", "inverseQ", "modulus", "p", "q"}) {
    const bool is_long = member == "d" || member == "modulus";
    config.keys.push_back(
        base64_encode(bytes_of(fmt::format("{}/{}", name, member), is_long ? 256 : 128)));
    rsa += fmt::format("\"{}\":\"{}\",", member, config.keys.back());
  }
  rsa += "\"exponent\":\"AQAB\"}";
  const std::string settings = fmt::format(
      R"({{"AgentId":"23","AgentName":"{}","PoolId":"1","PoolName":"Default",)"
      R"("ServerUrl":"https://pipelines.actions.githubusercontent.com/{}/","GitHubUrl":"{}",)"
      R"("WorkFolder":"_work","Ephemeral":"True","UseV2Flow":"True"}})",
      runner, letters(name, 20, alphanumeric), url);
  const std::string credentials =
      R"({"Scheme":"OAuth","Data":{"ClientId":"5f1c6f8e-0000-4000-8000-000000000001"}})";
  config.text = base64_encode(
      fmt::format(R"({{".runner":"{}",".credentials":"{}",".credentials_rsaparams":"{}"}})",
                  base64_encode(settings), base64_encode(credentials), base64_encode(rsa)));
  return config;
}

// A token whose shape is a prefix and a body.
std::string simple(std::string_view kind, std::string_view name) {
  using namespace std::string_literals;
  if (kind == "github-classic") return "gh"s + "p_" + github_token(name);
  if (kind == "github-fine-grained")
    return "github"s + "_pat_" + letters(name, 22, alphanumeric) + "_" +
           letters(fmt::format("{}/2", name), 59, alphanumeric);
  if (kind == "github-registration") return letters(name, 29, base32_digits);
  if (kind == "gitlab-runner-token") return "gl"s + "rt-" + letters(name, 20, alphanumeric);
  if (kind == "gitlab-registration") return "GR"s + "1348941" + letters(name, 20, alphanumeric);
  if (kind == "buildkite-agent") return "bk"s + "aa_" + letters(name, 48, alphanumeric);
  if (kind == "forgejo-hex" || kind == "generic") return letters(name, 40, hex_digits);
  if (kind == "password") return "Pw-"s + letters(name, 15, alphanumeric) + "!";
  if (kind == "jwt") return jwt(name);
  if (kind == "rsa-private-key") return rsa_private_key(name);
  return letters(name, 32, alphanumeric);
}

std::string percent_encoded(std::string_view text, bool all, std::string_view format_digits) {
  std::string encoded;
  for (const char c : text) {
    const auto byte = static_cast<uint8_t>(c);
    if (!all &&
        (alphanumeric.find(c) != std::string_view::npos || std::string_view("-._~").contains(c))) {
      encoded += c;
    } else {
      (encoded += '%') += format_digits[byte >> 4];
      encoded += format_digits[byte & 15];
    }
  }
  return encoded;
}

// One way in which a secret can stand in a text, and how long a piece of it already gives it away.
struct Form {
  std::string_view how;
  std::string text;
  size_t run = 12;
};

// Base64 of the secret as part of a longer text: by its offset of 0, 1 or 2, and without the
// characters that its neighbours also decide.
std::string base64_inside(std::string_view secret, size_t offset) {
  const std::string text = base64_encode(std::string(offset, '\0') + std::string(secret));
  const size_t first = offset == 0 ? 0 : offset + 1;
  const size_t last = (offset + secret.size()) * 8 / 6;
  return text.substr(first, last - first);
}

std::vector<Form> forms_of(std::string_view secret) {
  constexpr std::string_view upper_digits = "0123456789ABCDEF";
  std::vector<Form> forms = {{"plain", std::string(secret)},
                             {"percent-encoded", percent_encoded(secret, false, upper_digits)},
                             {"percent-encoded", percent_encoded(secret, false, hex_digits)},
                             {"percent-encoded", percent_encoded(secret, true, upper_digits), 36},
                             {"percent-encoded", percent_encoded(secret, true, hex_digits), 36}};
  for (size_t offset = 0; offset < 3; offset++)
    forms.push_back({"base64", base64_inside(secret, offset), 16});
  return forms;
}

// The first piece of the form that the text holds; empty when there is none.
std::string_view piece_in(std::string_view text, const Form& form) {
  if (form.text.empty()) return {};
  const size_t run = std::min(form.run, form.text.size());
  const std::string_view whole = form.text;
  std::unordered_set<std::string_view> pieces;
  for (size_t at = 0; at + run <= whole.size(); at++) pieces.insert(whole.substr(at, run));
  for (size_t at = 0; at + run <= text.size(); at++)
    if (pieces.contains(text.substr(at, run))) return text.substr(at, run);
  return {};
}

}  // namespace

std::string base64_encode(std::string_view bytes) {
  std::string text;
  for (size_t at = 0; at < bytes.size(); at += 3) {
    const std::string_view group = bytes.substr(at, 3);
    uint32_t bits = 0;
    for (size_t i = 0; i < 3; i++)
      bits = bits << 8 | (i < group.size() ? static_cast<uint8_t>(group[i]) : 0U);
    for (size_t i = 0; i < 4; i++)
      text += i <= group.size() ? base64_digits[bits >> (18 - 6 * i) & 63] : '=';
  }
  return text;
}

std::string Secrets::make(std::string_view kind) {
  const std::string name = fmt::format("{}/{}", seed_, kind);
  const std::vector<std::string_view> parts = words(kind);
  const std::string_view base = parts.empty() ? kind : parts[0].substr(0, parts[0].find('#'));
  if (base != "jitconfig") {
    std::string value = simple(base, name);
    remember(std::string(kind), value);
    return value;
  }
  JitConfig config = jit_config(name, parts.size() > 1 ? parts[1] : "jit-01",
                                parts.size() > 2 ? parts[2] : "https://github.com/acme");
  remember(std::string(kind), config.text);
  for (std::string& key : config.keys)
    remember(fmt::format("key inside of {}", kind), std::move(key));
  return config.text;
}

void Secrets::remember(std::string kind, std::string value) {
  // The frame of a PEM block is no secret, its lines are.
  if (value.starts_with("-----BEGIN")) {
    for (const std::string_view line : lines(value))
      if (!line.starts_with("-----")) known_.push_back({kind, std::string(line)});
    return;
  }
  known_.push_back({std::move(kind), std::move(value)});
}

world::SecretMaker Secrets::maker() {
  return [this](std::string_view kind) { return make(kind); };
}

std::vector<std::string> Secrets::leaks(std::string_view text) const {
  std::vector<std::string> found;
  for (const Known& known : known_)
    for (const Form& form : forms_of(known.value))
      if (const std::string_view piece = piece_in(text, form); !piece.empty())
        found.push_back(fmt::format("{}, {}: {}", known.kind, form.how, visible(piece)));
  std::ranges::sort(found);
  found.erase(std::ranges::unique(found).begin(), found.end());
  return found;
}

}  // namespace muster::tests
