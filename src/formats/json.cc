// JSON: simdjson's tree becomes a document.
#include "formats/input.h"
#include "formats/parse.h"

#include <fmt/format.h>
#include <simdjson.h>

namespace muster::formats {
namespace {

namespace dom = simdjson::dom;

// Recursion is bounded: the builder refuses what is nested deeper than its limit.
bool add(const dom::element& element, Document::Builder& builder);

bool add_list(const dom::array& list, Document::Builder& builder) {
  if (!builder.begin(NodeKind::list, {})) return false;
  for (const dom::element item : list)
    if (!add(item, builder)) return false;
  builder.end();
  return true;
}

bool add_map(const dom::object& map, Document::Builder& builder) {
  if (!builder.begin(NodeKind::map, {})) return false;
  for (const dom::key_value_pair entry : map)
    if (!builder.scalar(NodeKind::string, std::string(entry.key), {}) || !add(entry.value, builder))
      return false;
  builder.end();
  return true;
}

// The element's value; its type has been looked at, so this cannot fail.
template <class T>
T value_of(const dom::element& element) {
  return element.get<T>().value_unsafe();
}

bool add(const dom::element& element, Document::Builder& builder) {
  switch (element.type()) {
    case dom::element_type::ARRAY:
      return add_list(value_of<dom::array>(element), builder);
    case dom::element_type::OBJECT:
      return add_map(value_of<dom::object>(element), builder);
    case dom::element_type::INT64:
      return builder.scalar(NodeKind::number, fmt::to_string(value_of<int64_t>(element)), {});
    case dom::element_type::UINT64:
      return builder.scalar(NodeKind::number, fmt::to_string(value_of<uint64_t>(element)), {});
    case dom::element_type::DOUBLE:
      return builder.scalar(NodeKind::number, number_text(value_of<double>(element)), {});
    case dom::element_type::STRING:
      return builder.scalar(NodeKind::string, std::string(value_of<std::string_view>(element)), {});
    case dom::element_type::BOOL:
      return builder.scalar(NodeKind::boolean, value_of<bool>(element) ? "true" : "false", {});
    case dom::element_type::NULL_VALUE:
      return builder.scalar(NodeKind::null, {}, {});
  }
  return false;
}

std::string_view reason(simdjson::error_code error) {
  switch (error) {
    case simdjson::EMPTY:
      return "the file is empty";
    case simdjson::STRING_ERROR:
      return "a string has a broken escape";
    case simdjson::UNCLOSED_STRING:
      return "a string does not end";
    case simdjson::UNESCAPED_CHARS:
      return "a string contains a control character";
    case simdjson::UTF8_ERROR:
      return "not UTF-8";
    case simdjson::NUMBER_ERROR:
      return "a number is broken or needs more than 64 bits";
    case simdjson::T_ATOM_ERROR:
    case simdjson::F_ATOM_ERROR:
    case simdjson::N_ATOM_ERROR:
      return "a word that is not true, false or null";
    default:
      return "a bracket, comma, colon or value is missing or too many";
  }
}

std::unexpected<Error> failure(simdjson::error_code error, const Limits& limits) {
  if (error == simdjson::DEPTH_ERROR)
    return refused({}, fmt::format("nested deeper than {} levels", limits.depth));
  if (error == simdjson::MEMALLOC) return fail(Errc::internal, "out of memory");
  return malformed({}, fmt::format("not valid JSON: {}", reason(error)));
}

}  // namespace

Result<Document> parse_json(std::string_view text, const Limits& limits) {
  TRY_ASSIGN(const std::string_view admitted, admit(text, limits));
  dom::parser parser;
  dom::element root;
  if (const auto error = parser.parse(admitted.data(), admitted.size()).get(root))
    return failure(error, limits);
  Document::Builder builder(limits);
  if (!add(root, builder)) return refused({}, builder.refusal());
  return std::move(builder).finish();
}

}  // namespace muster::formats
