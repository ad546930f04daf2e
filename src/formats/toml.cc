// TOML: toml++'s tree becomes a document. Its tables are sorted by key; places restore the order.
#include "base/text.h"
#include "formats/input.h"
#include "formats/parse.h"
#include "formats/places.h"
#include "formats/toml_limits.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

// toml++ 3.3 asserts, and in release builds tells the compiler to assume, what a malformed file
// can make false: "[:" is enough. Without both, its own checks behind the assertions speak.
#undef NDEBUG
#define TOML_ASSERT(expression) static_cast<void>(0)
#include <toml++/toml.h>

namespace muster::formats {
namespace {

template <class T>
std::string written(const T& date_or_time) {
  std::ostringstream stream;
  stream << date_or_time;
  return std::move(stream).str();
}

class Reader {
 public:
  Reader(std::string_view text, const Limits& limits) : places_(text), builder_(limits) {}
  Result<Document> read(const toml::table& root) &&;

 private:
  // Recursion is bounded: the builder refuses what is nested deeper than its limit.
  bool add(const toml::node& node);
  bool add_map(const toml::table& map);
  bool add_list(const toml::array& list);
  bool scalar(NodeKind kind, std::string text, const toml::node& node) {
    return builder_.scalar(kind, std::move(text), place(node.source().begin));
  }
  Place place(const toml::source_position& position) const {
    return places_.of_column(position.line, position.column);
  }

  Places places_;
  Document::Builder builder_;
};

bool Reader::add_map(const toml::table& map) {
  if (!builder_.begin(NodeKind::map, place(map.source().begin))) return false;
  using Entry = std::pair<const toml::key*, const toml::node*>;
  std::vector<Entry> entries;
  for (const auto& [key, value] : map) entries.emplace_back(&key, &value);
  std::ranges::stable_sort(entries, [](const Entry& a, const Entry& b) {
    return a.first->source().begin < b.first->source().begin;
  });
  for (const auto& [key, value] : entries)
    if (!builder_.scalar(NodeKind::string, std::string(key->str()), place(key->source().begin)) ||
        !add(*value))
      return false;
  builder_.end();
  return true;
}

bool Reader::add_list(const toml::array& list) {
  if (!builder_.begin(NodeKind::list, place(list.source().begin))) return false;
  for (const toml::node& item : list)
    if (!add(item)) return false;
  builder_.end();
  return true;
}

bool Reader::add(const toml::node& node) {
  if (const auto* table = node.as_table()) return add_map(*table);
  if (const auto* array = node.as_array()) return add_list(*array);
  if (const auto* text = node.as_string()) return scalar(NodeKind::string, text->get(), node);
  if (const auto* number = node.as_integer())
    return scalar(NodeKind::number, fmt::to_string(number->get()), node);
  if (const auto* number = node.as_floating_point())
    return scalar(NodeKind::number, number_text(number->get()), node);
  if (const auto* boolean = node.as_boolean())
    return scalar(NodeKind::boolean, boolean->get() ? "true" : "false", node);
  if (const auto* date = node.as_date()) return scalar(NodeKind::string, written(**date), node);
  if (const auto* time = node.as_time()) return scalar(NodeKind::string, written(**time), node);
  if (const auto* both = node.as_date_time())
    return scalar(NodeKind::string, written(**both), node);
  return scalar(NodeKind::null, {}, node);
}

Result<Document> Reader::read(const toml::table& root) && {
  if (!add_map(root)) return refused({}, builder_.refusal());
  return std::move(builder_).finish();
}

}  // namespace

Result<Document> parse_toml(std::string_view text, const Limits& limits) {
  TRY_ASSIGN(const std::string_view admitted, admit(text, limits));
  TRY(check_toml_limits(admitted, limits));
  const toml::parse_result parsed = toml::parse(admitted);
  if (parsed.failed()) {
    const toml::source_position at = parsed.error().source().begin;
    return malformed(Places(admitted).of_column(at.line, at.column),
                     visible(parsed.error().description()));
  }
  return Reader(admitted, limits).read(parsed.table());
}

}  // namespace muster::formats
