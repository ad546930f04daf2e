// What a parser made of a text, as lines to compare.
#pragma once
#include "base/result.h"
#include "formats/document.h"

#include <string>
#include <string_view>
#include <vector>

namespace muster::tests {

// The formats that have golden files, by the names of their folders.
std::vector<std::string> format_names();

// The dump of a text in one of those formats: nodes with places, or "malformed: 3:7: ...".
std::string dump(std::string_view format, std::string_view text);
std::string dump(const Result<formats::Document>& document);
// The tree alone, without places: equal for equal documents of any format.
std::string dump_tree(formats::Node node);

}  // namespace muster::tests
