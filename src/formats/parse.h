// Bytes to documents. Errors are malformed or too_large and begin with the place where one is
// known: "3:7: did not find expected key". A UTF-8 byte order mark is skipped everywhere.
#pragma once
#include "formats/document.h"

#include <string_view>

namespace muster::formats {

// YAML 1.1 as libyaml reads it; aliases share nodes, merge keys stay as keys named "<<".
Result<Document> parse_yaml(std::string_view text, const Limits& limits = {});
// Strict JSON; nodes carry no places (line 0).
Result<Document> parse_json(std::string_view text, const Limits& limits = {});
// TOML 1.0; dates and times become strings.
Result<Document> parse_toml(std::string_view text, const Limits& limits = {});
// Lines of key=value or key: value (Buildkite's configuration): # comments, optional quotes.
// One map of strings; later lines win.
Result<Document> parse_key_value(std::string_view text, const Limits& limits = {});
// The module-level literal assignments of a Python file, name = 'text' | number | True | None, and
// for each call Application('x') an entry "Application" of that text. Code is never evaluated;
// anything else is passed over. One map; later lines win.
Result<Document> parse_python_assignments(std::string_view text, const Limits& limits = {});

}  // namespace muster::formats
