// Random trees in JSON, block-style YAML and TOML.
#include "formats/random_document.h"

#include "base/text.h"

#include <fmt/format.h>

#include <string_view>

namespace muster::tests {
namespace {

using Kind = RandomNode::Kind;

std::string random_text(std::mt19937& random) {
  constexpr std::string_view pieces[] = {
      "a", "Z", "7", " ", "-", ":",      "#",          "'",    "\"",   "\\", "\n", "\t",
      "{", "]", "&", "*", "é", "\u20AC", "\U0001F680", "true", "null", ".",  ","};
  std::string text;
  for (size_t i = random() % 9; i > 0; i--) text += pieces[random() % std::size(pieces)];
  return text;
}

RandomNode random_node(std::mt19937& random, int depth) {
  RandomNode node;
  node.kind = static_cast<Kind>(random() % (depth > 0 ? 5 : 3));
  switch (node.kind) {
    case Kind::boolean:
      node.text = random() % 2 == 0 ? "true" : "false";
      break;
    case Kind::number:
      node.text = random() % 3 == 0 ? fmt::format("{}.5", static_cast<int>(random() % 100))
                                    : fmt::to_string(static_cast<int32_t>(random()));
      break;
    case Kind::string:
      node.text = random_text(random);
      break;
    case Kind::list:
    case Kind::map:
      for (size_t i = random() % 5; i > 0; i--)
        node.children.emplace_back(fmt::format("{}{}", random_text(random), i),
                                   random_node(random, depth - 1));
      break;
  }
  return node;
}

// Escapes that all three formats know.
std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\')
      out += fmt::format("\\{}", c);
    else if (static_cast<uint8_t>(c) < 0x20)
      out += fmt::format("\\u{:04x}", static_cast<uint8_t>(c));
    else
      out += c;
  }
  return out + "\"";
}

std::string inlined(const RandomNode& node, std::string_view between) {
  if (node.kind != Kind::list && node.kind != Kind::map)
    return node.kind == Kind::string ? quoted(node.text) : node.text;
  const bool is_map = node.kind == Kind::map;
  std::string out;
  for (const auto& [key, child] : node.children)
    out += fmt::format("{}{}{}", out.empty() ? "" : ", ",
                       is_map ? fmt::format("{}{}", quoted(key), between) : "",
                       inlined(child, between));
  return is_map ? "{" + out + "}" : "[" + out + "]";
}

void put_yaml(std::string& out, const RandomNode& node, size_t indent) {
  if (node.children.empty()) {
    out += " " + inlined(node, ": ") + "\n";
    return;
  }
  out += "\n";
  for (const auto& [key, child] : node.children) {
    out += std::string(indent, ' ');
    out += node.kind == Kind::map ? quoted(key) + ":" : "-";
    put_yaml(out, child, indent + 2);
  }
}

void put_dump(std::string& out, const RandomNode& node, size_t indent) {
  constexpr std::string_view names[] = {"boolean", "number", "string", "list", "map"};
  const std::string_view name = names[static_cast<size_t>(node.kind)];
  const bool scalar = node.kind < Kind::list;
  out += fmt::format("{:{}}{}", "", indent, name);
  out += scalar ? fmt::format(" \"{}\"\n", visible(node.text)) : "\n";
  for (const auto& [key, child] : node.children) {
    const bool is_map = node.kind == Kind::map;
    if (is_map) out += fmt::format("{:{}}key string \"{}\"\n", "", indent + 2, visible(key));
    put_dump(out, child, indent + (is_map ? 4 : 2));
  }
}

}  // namespace

RandomNode random_document(std::mt19937& random) {
  RandomNode root = random_node(random, 4);
  while (root.kind != Kind::map) root = random_node(random, 4);
  return root;
}

std::string as_json(const RandomNode& node) { return inlined(node, ":"); }

std::string as_yaml(const RandomNode& node) {
  std::string out = "---";
  put_yaml(out, node, 0);
  return out;
}

std::string as_toml(const RandomNode& root) {
  std::string out;
  for (const auto& [key, child] : root.children)
    out += fmt::format("{} = {}\n", quoted(key), inlined(child, " = "));
  return out;
}

std::string as_dump(const RandomNode& node) {
  std::string out;
  put_dump(out, node, 0);
  return out;
}

}  // namespace muster::tests
