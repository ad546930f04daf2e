// The redactor: everything quoted as evidence passes it, so that no report ever holds a secret.
#pragma once
#include "catalog/product.h"

#include <string>
#include <string_view>
#include <vector>

namespace muster::redact {

// One credential that was taken out of a text.
struct Hit {
  std::string kind;      // a credential kind of the catalog, else "unknown"
  std::string where;     // "--token", "GITLAB_TOKEN", "argument 3": what carried it
  bool certain = false;  // a known shape, or the value of a flag or key known to be secret
};

struct Text {
  std::string shown;  // with «redacted:kind» in the place of each credential
  std::vector<Hit> hits;
};
struct Arguments {
  std::vector<std::string> shown;
  std::vector<Hit> hits;
};

class Redactor {
 public:
  explicit Redactor(const catalog::Catalog& catalog);
  // Free text: known token shapes, values of credential-like keys (password=..., token: ...), URL
  // user information, bearer and basic headers, private key blocks, long high-entropy runs.
  Text text(std::string_view text) const;
  // A command line: as text, and values after credential-like flags ("--token x", "--token=x").
  // References are not secrets and stay: "$TOKEN", "${TOKEN}", "fd://3", "file:...", "@file",
  // "***".
  Arguments arguments(const std::vector<std::string>& arguments) const;
  // The value of one environment assignment, redacted: that of a credential-like key is a hit
  // whatever its shape, unless it is a reference or a plain setting ("true", "12").
  Text assignment(std::string_view key, std::string_view value) const;

 private:
  const catalog::Catalog* catalog_;
};

}  // namespace muster::redact
