// What a value looks like: a reference to a secret, an ordinary word, or the secret itself.
#pragma once
#include <string_view>

namespace muster::redact {

// "$TOKEN", "${TOKEN}", "$(pass x)", "fd://3", "file:x", "@file", "/run/secrets/x", "***",
// "<token>": names where a secret is, and is none. Closing quotes and punctuation are looked
// through.
bool is_reference(std::string_view value);
// "true", "none", "12": what settings hold when they hold no secret.
bool is_setting(std::string_view value);
// At least eight characters, letters and digits mixed: more likely made by a machine than by a
// person. Only meant for places where a credential is expected.
bool looks_generated(std::string_view value);
// "--verbose", "-n", "--format=json": the next flag and not a value.
bool looks_like_flag(std::string_view value);
// The value without closing quotes, brackets and punctuation that the text around it brought.
std::string_view without_closers(std::string_view value);

}  // namespace muster::redact
