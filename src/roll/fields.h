// Typed reading of one map of a roll: every mistake becomes a problem with its place, and reading
// goes on with an empty value.
#pragma once
#include "base/time.h"
#include "formats/document.h"
#include "roll/problems.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace muster::roll {

class Fields {
 public:
  // `what` names the map in problems ("a runner"). Keys that are not `known` become problems, and
  // so do merge keys and aliases: what a reviewer signs must stand where it counts.
  Fields(formats::Node map, std::string_view what, std::span<const std::string_view> known,
         Problems& problems);

  bool has(std::string_view key) const { return map_.find(key).has_value(); }
  // Where the key's value stands; of the map itself when the key is absent.
  formats::Place place(std::string_view key) const;

  // A non-empty scalar; numbers keep the form they are written in (007 stays 007).
  std::string text(std::string_view key) const;
  // The same, and a problem with this advice when the key is absent.
  std::string needed(std::string_view key, std::string_view advice) const;
  // A word of `words`; anything else is a problem.
  std::string word(std::string_view key, std::span<const std::string_view> words) const;
  // A number and s, m, h, d or w: "24h".
  std::string duration(std::string_view key) const;
  // A day (its first second, UTC) or a time in RFC 3339.
  std::optional<Time> time(std::string_view key) const;
  std::optional<uint64_t> number(std::string_view key) const;  // at least 1
  std::vector<std::string> texts(std::string_view key) const;
  std::optional<formats::Node> map(std::string_view key) const;
  // The items of a list of maps; a key without a value is an empty list.
  std::vector<formats::Node> maps(std::string_view key) const;

 private:
  void check_keys(std::span<const std::string_view> known) const;
  // The value under a key unless it is absent or an alias (a problem of its own).
  std::optional<formats::Node> value(std::string_view key) const;
  // The items of a list, without aliases; a problem when it is no list.
  std::vector<formats::Node> items(std::string_view key, std::string_view advice) const;
  std::string scalar(formats::Node node, std::string_view key) const;

  formats::Node map_;
  std::string_view what_;
  Problems& problems_;
};

}  // namespace muster::roll
