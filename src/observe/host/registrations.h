// Registration files of runner products: classified by what they hold, never by name alone.
#pragma once
#include "catalog/product.h"
#include "facts/host.h"
#include "os/root.h"

#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace muster::observe {

// Which products a file of a given base name could belong to. Refers to the catalog it was made of.
class MarkerNames {
 public:
  using Candidate = std::pair<const catalog::Product*, const catalog::RegistrationFile*>;
  explicit MarkerNames(const catalog::Catalog& catalog);
  const std::vector<Candidate>& of(std::string_view base_name) const;  // empty: no product's

 private:
  struct Hash : std::hash<std::string_view> {
    using is_transparent = void;
  };
  std::unordered_map<std::string, std::vector<Candidate>, Hash, std::equal_to<>> candidates_;
};

// What the file at a path registers: several runners, one, or none when it is something else. A
// file that another one beside it replaces (".runner_migrated") is read from there. Files that are
// distinctive by name, or that a running process or a unit points at (`expected`), leave a gap
// when they cannot be read or parsed; a broken config.toml anywhere else is nobody's registration.
std::vector<facts::Runner> read_registrations(const Root& root, const MarkerNames& names,
                                              const std::string& path, bool expected,
                                              std::vector<facts::Gap>& gaps);

// The registration inside a GitHub just-in-time configuration: base64 of a JSON object of file
// name to base64 content. Nothing when it is not one.
std::vector<facts::Runner> read_jit_configuration(std::string_view encoded,
                                                  const MarkerNames& names,
                                                  const facts::Source& source);

// The value, or its digest where the rules for the field say that the value discloses a secret:
// Forgejo's create-runner-file makes the uuid of the first sixteen characters of the token.
std::string shareable(const std::map<std::string, catalog::Pattern>& digest_when,
                      const std::string& field, std::string value);

// A URL without its user information: the part that may hold a password.
std::string without_user_information(std::string_view url);

}  // namespace muster::observe
