// Random trees, and how they are written in three formats.
#pragma once
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace muster::tests {

struct RandomNode {
  enum class Kind { boolean, number, string, list, map };
  Kind kind = Kind::string;
  std::string text;
  std::vector<std::pair<std::string, RandomNode>> children;  // of a list: without keys
};

// A map at the top, as TOML wants it; keys are unique within their map.
RandomNode random_document(std::mt19937& random);

std::string as_json(const RandomNode& node);
std::string as_yaml(const RandomNode& node);
std::string as_toml(const RandomNode& root);
// As dump_tree() shows it.
std::string as_dump(const RandomNode& node);

}  // namespace muster::tests
