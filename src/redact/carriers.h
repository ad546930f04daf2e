// Carriers: what announces in a text that a credential follows.
#pragma once
#include "redact/mark.h"

#include <string_view>

namespace muster::redact {

// Whether what follows a name of this kind is a secret, and whether that is beyond doubt.
enum class Verdict { harmless, likely, certain };
Verdict judge_value(std::string_view name, std::string_view value);

// Marks values after credential-like keys and flags ("password=x", "token: x", "--token x"), after
// Authorization headers and the words bearer and basic, and words that look generated after
// "password", "token" and the like.
void mark_named_values(std::string_view text, Marks& marks);
// Marks passwords and tokens in URLs: https://user:x@host, https://x@host.
void mark_url_secrets(std::string_view text, Marks& marks);

}  // namespace muster::redact
