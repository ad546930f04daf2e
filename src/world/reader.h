// Reads values out of a world's YAML: every refusal names file, line and column, and what to write.
#pragma once
#include "base/result.h"
#include "base/time.h"
#include "formats/document.h"
#include "world/world.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace muster::world {

class Reader {
 public:
  Reader(std::string_view file_name, const SecretMaker& secret)
      : file_name_(file_name), secret_(secret) {}

  // An error at a place: "rogue.yaml:3:7: unknown key "ownr"".
  std::unexpected<Error> fail_at(formats::Place place, std::string_view what,
                                 std::string advice) const;

  // Where a key's value stands; where the map does when it is absent.
  static formats::Place place_of(const formats::Node& map, std::string_view key);

  // A scalar's text with its placeholders filled: {{secret:KIND}} and {{byte:FF}}.
  Result<std::string> text(const formats::Node& node) const;
  Result<std::vector<std::string>> texts(const formats::Node& list) const;
  Result<uint64_t> number(const formats::Node& node, uint64_t most) const;
  Result<bool> boolean(const formats::Node& node) const;
  Result<uint16_t> mode(const formats::Node& node) const;              // "0640"
  Result<Time> time(const formats::Node& node) const;                  // RFC 3339
  Result<std::string> absolute_path(const formats::Node& node) const;  // and normal

  // The same for a key that may be absent.
  Result<std::string> text_or(const formats::Node& map, std::string_view key,
                              std::string_view absent) const;
  Result<Time> time_or(const formats::Node& map, std::string_view key, Time absent) const;

  // Refuses what is not a map, and keys that are not among those known.
  Result<void> known_keys(const formats::Node& node,
                          const std::vector<std::string_view>& known) const;
  Result<void> is_map(const formats::Node& node, std::string_view example) const;
  Result<void> is_list(const formats::Node& node, std::string_view example) const;

 private:
  Result<std::string> fill(std::string_view placeholder, formats::Place place) const;

  std::string_view file_name_;
  const SecretMaker& secret_;
};

}  // namespace muster::world
