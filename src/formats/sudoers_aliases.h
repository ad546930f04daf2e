// Aliases of a sudoers file and what they stand for.
#pragma once
#include "base/result.h"
#include "formats/document.h"
#include "formats/sudoers_words.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace muster::formats {

using SudoAliases = std::map<std::string, std::vector<SudoItem>, std::less<>>;

// Resolves lists within one budget: a few lines of aliases of aliases can stand for billions of
// names.
class SudoAliasResolver {
 public:
  explicit SudoAliasResolver(const Limits& limits) : limits_(limits) {}
  // The items with aliases replaced by their members, "!" before what is negated. An alias within
  // itself stands for nothing. Error: too_large.
  Result<std::vector<std::string>> resolve(const std::vector<SudoItem>& items,
                                           const SudoAliases& aliases);

 private:
  // What an alias is being replaced for: its members from the next one on.
  struct Step {
    std::string_view alias;
    const std::vector<SudoItem>* items = nullptr;
    size_t next = 0;
    bool negated = false;
  };

  Limits limits_;
  size_t items_ = 0;
  size_t bytes_ = 0;
};

}  // namespace muster::formats
