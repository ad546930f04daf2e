// Readings of one YAML node, each with a refusal that says what to write instead.
#include "world/reader.h"

#include "base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace muster::world {

using formats::Node;
using formats::Place;

std::unexpected<Error> Reader::fail_at(Place place, std::string_view what,
                                       std::string advice) const {
  return fail(Errc::malformed,
              fmt::format("{}:{}:{}: {}", file_name_, place.line, place.column, what),
              std::move(advice));
}

Place Reader::place_of(const Node& map, std::string_view key) {
  const std::optional<Node> value = map.find(key);
  return value ? value->place() : map.place();
}

Result<std::string> Reader::fill(std::string_view placeholder, Place place) const {
  const size_t colon = placeholder.find(':');
  const std::string_view verb = placeholder.substr(0, colon);
  const std::string_view rest =
      colon == std::string_view::npos ? std::string_view() : placeholder.substr(colon + 1);
  if (verb == "secret" && !rest.empty()) return secret_(rest);
  uint8_t byte = 0;
  const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), byte, 16);
  const bool is_byte = rest.size() == 2 && error == std::errc() && end == rest.data() + rest.size();
  if (verb == "byte" && is_byte && byte != 0) return std::string(1, static_cast<char>(byte));
  return fail_at(place, fmt::format("unknown placeholder \"{{{{{}}}}}\"", visible(placeholder)),
                 "write {{secret:KIND}}, or {{byte:FF}} with two hexadecimal digits other than 00");
}

Result<std::string> Reader::text(const Node& node) const {
  if (!node.is_scalar())
    return fail_at(node.place(), fmt::format("a {} where text is needed", to_string(node.kind())),
                   "write one text, in quotes where YAML would read it otherwise");
  std::string filled;
  std::string_view rest = node.text();
  for (size_t open = rest.find("{{"); open != std::string_view::npos; open = rest.find("{{")) {
    const size_t close = rest.find("}}", open);
    const std::string_view verb = rest.substr(open + 2);
    // Other double braces are content: templates of the products use them.
    if (close == std::string_view::npos ||
        !(verb.starts_with("secret:") || verb.starts_with("byte:"))) {
      filled += rest.substr(0, open + 2);
      rest.remove_prefix(open + 2);
      continue;
    }
    filled += rest.substr(0, open);
    TRY_ASSIGN(const std::string value,
               fill(rest.substr(open + 2, close - open - 2), node.place()));
    filled += value;
    rest.remove_prefix(close + 2);
  }
  filled += rest;
  return filled;
}

Result<std::vector<std::string>> Reader::texts(const Node& list) const {
  TRY(is_list(list, "[one, two]"));
  std::vector<std::string> all;
  for (size_t i = 0; i < list.size(); i++) {
    TRY_ASSIGN(std::string one, text(list.item(i)));
    all.push_back(std::move(one));
  }
  return all;
}

Result<uint64_t> Reader::number(const Node& node, uint64_t most) const {
  const std::optional<uint64_t> value = node.is_scalar() ? parse_number(node.text()) : std::nullopt;
  if (value && *value <= most) return *value;
  return fail_at(node.place(),
                 fmt::format("\"{}\" is not a number up to {}", visible(node.text()), most),
                 "write decimal digits only");
}

Result<bool> Reader::boolean(const Node& node) const {
  if (node.text() == "true") return true;
  if (node.text() == "false") return false;
  return fail_at(node.place(),
                 fmt::format("\"{}\" is neither true nor false", visible(node.text())),
                 "write true or false");
}

Result<uint16_t> Reader::mode(const Node& node) const {
  const std::string_view digits = node.text();
  uint16_t value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, 8);
  if (digits.size() >= 3 && error == std::errc() && end == digits.data() + digits.size() &&
      value <= 07777)
    return value;
  return fail_at(node.place(), fmt::format("\"{}\" is not a file mode", visible(digits)),
                 "write octal digits in quotes, as in \"0640\"");
}

Result<Time> Reader::time(const Node& node) const {
  if (Result<Time> value = parse_time(node.text())) return *value;
  return fail_at(node.place(), fmt::format("\"{}\" is not a point in time", visible(node.text())),
                 "write it as 2026-11-30T12:00:00Z");
}

Result<std::string> Reader::absolute_path(const Node& node) const {
  TRY_ASSIGN(std::string path, text(node));
  if (path.starts_with('/') && path.find('\0') == std::string::npos && normal_path(path) == path)
    return path;
  return fail_at(node.place(), fmt::format("\"{}\" is not an absolute path", visible(path)),
                 "write it from / on, without //, . or .. and without a final slash");
}

Result<std::string> Reader::text_or(const Node& map, std::string_view key,
                                    std::string_view absent) const {
  const std::optional<Node> node = map.find(key);
  return node ? text(*node) : std::string(absent);
}

Result<Time> Reader::time_or(const Node& map, std::string_view key, Time absent) const {
  const std::optional<Node> node = map.find(key);
  return node ? time(*node) : absent;
}

Result<void> Reader::known_keys(const Node& node,
                                const std::vector<std::string_view>& known) const {
  const std::string advice = fmt::format("write one of: {}", fmt::join(known, ", "));
  if (!node.is_map())
    return fail_at(node.place(), fmt::format("a {} where a map is needed", to_string(node.kind())),
                   advice);
  for (size_t i = 0; i < node.size(); i++)
    if (std::ranges::find(known, node.key(i).text()) == known.end())
      return fail_at(node.key(i).place(),
                     fmt::format("unknown key \"{}\"", visible(node.key(i).text())), advice);
  return {};
}

Result<void> Reader::is_map(const Node& node, std::string_view example) const {
  if (node.is_map()) return {};
  return fail_at(node.place(), fmt::format("a {} where a map is needed", to_string(node.kind())),
                 fmt::format("write it like {}", example));
}

Result<void> Reader::is_list(const Node& node, std::string_view example) const {
  if (node.is_list()) return {};
  return fail_at(node.place(), fmt::format("a {} where a list is needed", to_string(node.kind())),
                 fmt::format("write it like {}", example));
}

}  // namespace muster::world
