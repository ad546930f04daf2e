// Command lines: which words are credentials because of the words before them.
#pragma once
#include "redact/mark.h"

#include <cstddef>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace muster::redact {

// Marks with the index of their word; the places are inside that word.
using WordMarks = std::vector<std::pair<size_t, Mark>>;

// Knows the flags of the catalog's products, credential-like flags of any program, and the short
// flags of a few programs in wide use.
WordMarks mark_words(const catalog::Catalog& catalog, std::span<const std::string_view> words);

}  // namespace muster::redact
