// The reference pages, made from the same tables that the program runs on.
#pragma once
#include "judge/check.h"

#include <string>
#include <string_view>
#include <vector>

namespace muster::cli {

struct Page {
  std::string_view name;   // "checks"
  std::string_view about;  // one line
};
const std::vector<Page>& pages();

// Markdown; empty for a name that is no page's.
std::string page(std::string_view name);
// One check: title, why, fix, references, and the first world in which it fires.
std::string page_of(const judge::Check& check);

}  // namespace muster::cli
