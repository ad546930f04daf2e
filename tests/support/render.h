// What a world expects, as the text that stands in its file.
#pragma once
#include "facts/host.h"
#include "judge/check.h"

#include <string>
#include <string_view>

namespace muster::tests {

// Every finding with its evidence, then what was not assessed, then the gaps; "nothing" when there
// is none of them.
std::string render(const facts::Host& host, const judge::Verdict& verdict);

// Whether a rendered text holds a finding of the check.
bool fires(std::string_view rendered, std::string_view check);

// The file's text with everything from the key `expect` on replaced. The key must be the last.
std::string with_expectation(std::string_view world_file, std::string_view rendered);

}  // namespace muster::tests
