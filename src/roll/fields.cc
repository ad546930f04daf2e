// Typed reading of one map of a roll.
#include "roll/fields.h"

#include "base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

namespace muster::roll {
namespace {

using formats::Node;
using formats::NodeKind;
using formats::Place;

constexpr std::string_view write_out =
    "write the value out: a change in one place must not alter entries elsewhere";

bool is_before(Place a, Place b) { return std::tie(a.line, a.column) < std::tie(b.line, b.column); }

// Aliases share the node of their anchor, so an aliased value stands before its key and an aliased
// key before its map.
bool is_alias(Node map, size_t i) {
  return is_before(map.key(i).place(), map.place()) ||
         is_before(map.value(i).place(), map.key(i).place());
}

std::string_view described(NodeKind kind) {
  switch (kind) {
    case NodeKind::null:
      return "nothing";
    case NodeKind::boolean:
      return "true or false";
    case NodeKind::number:
      return "a number";
    case NodeKind::string:
      return "text";
    case NodeKind::list:
      return "a list";
    case NodeKind::map:
      return "a map";
  }
  return "";
}

}  // namespace

Fields::Fields(Node map, std::string_view what, std::span<const std::string_view> known,
               Problems& problems)
    : map_(map), what_(what), problems_(problems) {
  check_keys(known);
}

void Fields::check_keys(std::span<const std::string_view> known) const {
  for (size_t i = 0; i < map_.size() && !problems_.full(); i++) {
    const Node key = map_.key(i);
    const std::string_view name = key.text();
    if (name == "<<") {
      problems_.add(key.place(), "merge key \"<<\" in a roll",
                    "write each entry out in full, so that a review sees what it authorises");
    } else if (!key.is_scalar()) {
      problems_.add(key.place(), fmt::format("a key of {} is {}", what_, described(key.kind())),
                    fmt::format("known keys: {}", any_of(known)));
    } else if (std::ranges::find(known, name) == known.end()) {
      const std::string_view meant = nearest(name, known);
      problems_.add(key.place(), fmt::format("unknown key {} in {}", quoted(name), what_),
                    meant.empty() ? fmt::format("known keys: {}", any_of(known))
                                  : fmt::format("did you mean \"{}\"?", meant));
    } else if (is_alias(map_, i)) {
      problems_.add(std::max(map_.place(), key.place(), is_before),
                    fmt::format("{} is given by an alias", name), std::string(write_out));
    }
  }
}

Place Fields::place(std::string_view key) const {
  const auto node = map_.find(key);
  return node ? node->place() : map_.place();
}

std::optional<Node> Fields::value(std::string_view key) const {
  for (size_t i = 0; i < map_.size(); i++) {
    if (map_.key(i).text() != key) continue;
    if (is_alias(map_, i)) return std::nullopt;
    return map_.value(i);
  }
  return std::nullopt;
}

std::string Fields::scalar(Node node, std::string_view key) const {
  const NodeKind kind = node.kind();
  if (kind == NodeKind::string && node.text().empty()) {
    problems_.add(node.place(), fmt::format("{} is empty", key), "write a value, or drop the key");
  } else if (kind == NodeKind::null) {
    problems_.add(node.place(), fmt::format("{} has no value", key),
                  "write a value, or drop the key");
  } else if (kind == NodeKind::boolean) {
    problems_.add(node.place(), fmt::format("{} must be text, not true or false", key),
                  fmt::format("if it is meant as text, write it in quotes: \"{}\"", node.text()));
  } else if (!node.is_scalar()) {
    problems_.add(node.place(), fmt::format("{} must be text, not {}", key, described(kind)),
                  "write one value, without [ ] or { }");
  } else {
    return std::string(node.text());
  }
  return {};
}

std::string Fields::text(std::string_view key) const {
  const auto node = value(key);
  return node ? scalar(*node, key) : std::string();
}

std::string Fields::needed(std::string_view key, std::string_view advice) const {
  if (!has(key))
    problems_.add(map_.place(), fmt::format("{} is missing in {}", key, what_),
                  std::string(advice));
  return text(key);
}

std::string Fields::word(std::string_view key, std::span<const std::string_view> words) const {
  std::string found = text(key);
  if (found.empty() || std::ranges::find(words, found) != words.end()) return found;
  const std::string_view meant = nearest(found, words);
  problems_.add(place(key), fmt::format("{} {} is not known", key, quoted(found)),
                meant.empty() ? fmt::format("write {}", any_of(words))
                              : fmt::format("did you mean \"{}\"?", meant));
  return {};
}

std::string Fields::duration(std::string_view key) const {
  std::string found = text(key);
  if (found.empty()) return found;
  const auto number = parse_number(std::string_view(found).substr(0, found.size() - 1));
  constexpr uint64_t most = 10'000'000;  // four months in seconds; keeps later sums in range
  if (number && *number > 0 && *number <= most && std::string_view("smhdw").contains(found.back()))
    return found;
  problems_.add(place(key), fmt::format("{} {} is not a duration", key, quoted(found)),
                "write a number and s, m, h, d or w: 30m, 24h, 7d");
  return {};
}

std::optional<Time> Fields::time(std::string_view key) const {
  const std::string found = text(key);
  if (found.empty()) return std::nullopt;
  if (const auto day = parse_date(found)) return *day;
  if (const auto time = parse_time(found)) return *time;
  problems_.add(place(key), fmt::format("{} {} is not a date", key, quoted(found)),
                "write a day of the calendar as 2026-11-30");
  return std::nullopt;
}

std::optional<uint64_t> Fields::number(std::string_view key) const {
  const std::string found = text(key);
  if (found.empty()) return std::nullopt;
  const auto number = parse_number(found);
  if (number && *number > 0) return number;
  problems_.add(place(key), fmt::format("{} {} is not a number of at least 1", key, quoted(found)),
                "write digits only");
  return std::nullopt;
}

std::vector<Node> Fields::items(std::string_view key, std::string_view advice) const {
  std::vector<Node> found;
  const auto list = value(key);
  if (!list) return found;
  if (!list->is_list()) {
    problems_.add(list->place(),
                  fmt::format("{} must be a list, not {}", key, described(list->kind())),
                  std::string(advice));
    return found;
  }
  Place last = list->place();
  for (size_t i = 0; i < list->size() && !problems_.full(); i++) {
    const Node item = list->item(i);
    if (!is_before(last, item.place())) {  // an alias stands where its anchor does
      problems_.add(last, fmt::format("{} has an alias after this", key), std::string(write_out));
    } else {
      last = item.place();
      found.push_back(item);
    }
  }
  return found;
}

std::vector<std::string> Fields::texts(std::string_view key) const {
  std::vector<std::string> found;
  for (const Node item : items(key, "write it in brackets: [one, two]")) {
    std::string text = scalar(item, key);
    if (!text.empty()) found.push_back(std::move(text));
  }
  return found;
}

std::optional<Node> Fields::map(std::string_view key) const {
  const auto node = value(key);
  if (!node || node->is_map()) return node;
  problems_.add(node->place(),
                fmt::format("{} must be a map, not {}", key, described(node->kind())),
                "write its keys in braces, { key: value }, or indented below it");
  return std::nullopt;
}

std::vector<Node> Fields::maps(std::string_view key) const {
  const auto list = value(key);
  if (!list || list->kind() == NodeKind::null) return {};
  std::vector<Node> found = items(key, "begin each entry with \"- \"");
  std::erase_if(found, [&](Node item) {
    if (item.is_map()) return false;
    problems_.add(item.place(),
                  fmt::format("an entry of {} must be a map, not {}", key, described(item.kind())),
                  "write \"- key: value\"");
    return true;
  });
  return found;
}

}  // namespace muster::roll
