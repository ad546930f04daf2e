// What the name of a flag, key or header says about its value.
#pragma once
#include <string_view>

namespace muster::redact {

enum class NameKind {
  plain,     // says nothing
  password,  // whatever follows is a secret, however it looks
  token,     // what follows is a secret when it is no obvious word
  maybe,     // what follows is a secret only when it looks like one
  cookie,    // a header of several secrets
  header,    // Authorization: a scheme and then the secret
};

// Reads "--db-password", "GITHUB_TOKEN", "clientSecret", "X-Api-Key" alike.
NameKind name_kind(std::string_view name);
// "Bearer", "basic", "AWS4-HMAC-SHA256": what may stand in front of the secret in such a header.
bool is_scheme(std::string_view word);
// "--no-password", "--use-token": flags that speak of a credential and take none.
bool is_switch(std::string_view flag);

}  // namespace muster::redact
