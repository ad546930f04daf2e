// JSON values to text that is safe to show.
#pragma once
#include <nlohmann/json.hpp>

#include <string>

namespace muster::facts {

// Pretty text that ends in a newline. Bytes that are not UTF-8 become U+FFFD; characters that could
// mislead a terminal or a reader (C1 controls, bidirectional and zero-width ones) stand as \uNNNN,
// so that nothing is lost and nothing is obeyed. Never throws on content.
std::string json_text(const nlohmann::ordered_json& value);

}  // namespace muster::facts
