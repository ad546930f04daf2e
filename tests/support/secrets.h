// Secrets that tests plant, and the search for them in what Muster says. Every secret is put
// together at run time, so that no scanner finds a token in this repository.
#pragma once
#include "world/world.h"

#include <string>
#include <string_view>
#include <vector>

namespace muster::tests {

class Secrets {
 public:
  // Two makers with one seed make the same secrets.
  explicit Secrets(std::string seed) : seed_(std::move(seed)) {}

  // A secret of a kind, always the same one for the same words. Kinds: github-classic,
  // github-fine-grained, github-registration, gitlab-runner-token, gitlab-registration,
  // buildkite-agent, forgejo-hex, generic, password, jwt, rsa-private-key, "jitconfig NAME URL"
  // (GitHub's just-in-time configuration); anything else gives 32 random characters. A mark after
  // '#' makes another one of the kind: "password#2".
  std::string make(std::string_view kind);
  // A secret that came from elsewhere is watched as well.
  void remember(std::string kind, std::string value);
  world::SecretMaker maker();

  // One line for each secret that stands in the text: whole or 12 characters of it, plain, as
  // base64 (also inside of a longer base64 text) or percent-encoded.
  std::vector<std::string> leaks(std::string_view text) const;

 private:
  struct Known {
    std::string kind;
    std::string value;
  };
  std::string seed_;
  std::vector<Known> known_;
};

std::string base64_encode(std::string_view bytes);

}  // namespace muster::tests
