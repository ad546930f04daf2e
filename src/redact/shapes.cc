// Known token shapes, found with the catalog's patterns.
#include "redact/shapes.h"

namespace muster::redact {
namespace {

bool continues_token(char c) {
  return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '-' || c == '+' || c == '=';
}

}  // namespace

void mark_shapes(const catalog::Catalog& catalog, std::string_view text, Marks& marks) {
  for (const catalog::CredentialKind& kind : catalog.credentials) {
    size_t from = 0;
    while (const auto found = catalog::find_credential(kind, text, from)) {
      // An issuer that makes its tokens longer must not leave their tails in a report.
      size_t end = found->end;
      while (end < text.size() && continues_token(text[end])) ++end;
      marks.push_back({.begin = found->begin, .end = end, .kind = kind.id, .certain = true});
      from = end;
    }
  }
}

}  // namespace muster::redact
