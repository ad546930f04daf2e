// YAML: libyaml's events become a document.
#include "base/text.h"
#include "formats/input.h"
#include "formats/parse.h"
#include "formats/places.h"

#include <fmt/format.h>
#include <yaml.h>

#include <algorithm>
#include <map>

namespace muster::formats {
namespace {

// libyaml compares each %TAG directive with all before it, and copies its prefix into every tag.
constexpr size_t most_directives = 100;
constexpr size_t longest_directive = 1024;

struct Parser {
  yaml_parser_t raw{};
  Parser() { yaml_parser_initialize(&raw); }
  ~Parser() { yaml_parser_delete(&raw); }
  Parser(const Parser&) = delete;
  Parser& operator=(const Parser&) = delete;
};

struct Event {
  yaml_event_t raw{};
  Event() = default;
  ~Event() { yaml_event_delete(&raw); }
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;
};

std::string_view view(const yaml_char_t* text) {
  return text == nullptr ? std::string_view() : reinterpret_cast<const char*>(text);
}

std::string_view skip_digits(std::string_view text, std::string_view digits) {
  return text.substr(std::min(text.find_first_not_of(digits), text.size()));
}

bool is_number(std::string_view text) {
  constexpr std::string_view decimal = "0123456789";
  if (text.starts_with("0x"))
    return text.size() > 2 && skip_digits(text.substr(2), "0123456789abcdefABCDEF").empty();
  if (text.starts_with("0o"))
    return text.size() > 2 && skip_digits(text.substr(2), "01234567").empty();
  if (text == ".nan" || text == ".NaN" || text == ".NAN") return true;
  if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
  if (text == ".inf" || text == ".Inf" || text == ".INF") return true;
  std::string_view rest = skip_digits(text, decimal);
  size_t digits = text.size() - rest.size();
  if (rest.starts_with('.')) {
    const std::string_view fraction = rest.substr(1);
    rest = skip_digits(fraction, decimal);
    digits += fraction.size() - rest.size();
  }
  if (digits == 0) return false;
  if (rest.empty()) return true;
  if (rest[0] != 'e' && rest[0] != 'E') return false;
  rest.remove_prefix(1);
  if (rest.starts_with('-') || rest.starts_with('+')) rest.remove_prefix(1);
  return !rest.empty() && skip_digits(rest, decimal).empty();
}

bool is_any_of(std::string_view text, std::initializer_list<std::string_view> words) {
  return std::ranges::find(words, text) != words.end();
}

// The core schema of YAML 1.2. Of 1.1 it leaves out "yes", "on" and their like, which in CI files
// are strings far more often than truths ("on:" opens every workflow).
NodeKind kind_of_plain(std::string_view text) {
  if (is_any_of(text, {"", "~", "null", "Null", "NULL"})) return NodeKind::null;
  if (is_any_of(text, {"true", "True", "TRUE", "false", "False", "FALSE"}))
    return NodeKind::boolean;
  return is_number(text) ? NodeKind::number : NodeKind::string;
}

NodeKind kind_of(const yaml_event_t& scalar, std::string_view text) {
  if (scalar.data.scalar.style != YAML_PLAIN_SCALAR_STYLE) return NodeKind::string;
  const std::string_view tag = view(scalar.data.scalar.tag);
  const bool resolved =
      tag.empty() || is_any_of(tag, {YAML_NULL_TAG, YAML_BOOL_TAG, YAML_INT_TAG, YAML_FLOAT_TAG});
  return resolved ? kind_of_plain(text) : NodeKind::string;
}

class Reader {
 public:
  Reader(std::string_view text, const Limits& limits)
      : text_(text), places_(text), builder_(limits) {
    yaml_parser_set_encoding(&parser_.raw, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&parser_.raw, reinterpret_cast<const unsigned char*>(text.data()),
                                 text.size());
  }
  Result<Document> read() &&;

 private:
  Result<> take(const yaml_event_t& event);
  Result<> scalar(const yaml_event_t& event, Place place);
  Result<> begin(NodeKind kind, const yaml_char_t* anchor, Place place);
  Result<> alias(std::string_view anchor, Place place);
  Result<> held(bool ok, Place place) const;
  void remember(const yaml_char_t* anchor);
  std::unexpected<Error> failure() const;
  Result<> check_directives() const;

  std::string_view text_;
  Places places_;
  Document::Builder builder_;
  Parser parser_;
  std::map<std::string, NodeId, std::less<>> anchors_;
  bool has_document_ = false;
};

Result<> Reader::held(bool ok, Place place) const {
  if (!ok) return refused(place, builder_.refusal());
  return {};
}

void Reader::remember(const yaml_char_t* anchor) {
  if (anchor != nullptr) anchors_.insert_or_assign(std::string(view(anchor)), builder_.last());
}

Result<> Reader::scalar(const yaml_event_t& event, Place place) {
  const auto& data = event.data.scalar;
  std::string text(reinterpret_cast<const char*>(data.value), data.length);
  const NodeKind kind = kind_of(event, text);
  if (kind == NodeKind::null) text.clear();
  TRY(held(builder_.scalar(kind, std::move(text), place), place));
  remember(data.anchor);
  return {};
}

Result<> Reader::begin(NodeKind kind, const yaml_char_t* anchor, Place place) {
  TRY(held(builder_.begin(kind, place), place));
  remember(anchor);
  return {};
}

Result<> Reader::alias(std::string_view anchor, Place place) {
  const auto found = anchors_.find(anchor);
  if (found == anchors_.end())
    return malformed(place, fmt::format("unknown anchor '{}'", visible(anchor)));
  if (builder_.is_open(found->second))
    return malformed(place, fmt::format("the node '{}' contains itself", visible(anchor)));
  return held(builder_.again(found->second), place);
}

Result<> Reader::take(const yaml_event_t& event) {
  const Place place = places_.of_character(event.start_mark.index);
  switch (event.type) {
    case YAML_DOCUMENT_START_EVENT:
      if (has_document_) return malformed(place, "more than one document");
      has_document_ = true;
      return {};
    case YAML_SCALAR_EVENT:
      return scalar(event, place);
    case YAML_MAPPING_START_EVENT:
      return begin(NodeKind::map, event.data.mapping_start.anchor, place);
    case YAML_SEQUENCE_START_EVENT:
      return begin(NodeKind::list, event.data.sequence_start.anchor, place);
    case YAML_MAPPING_END_EVENT:
    case YAML_SEQUENCE_END_EVENT:
      builder_.end();
      return {};
    case YAML_ALIAS_EVENT:
      return alias(view(event.data.alias.anchor), place);
    default:
      return {};
  }
}

std::unexpected<Error> Reader::failure() const {
  const yaml_parser_t& raw = parser_.raw;
  if (raw.error == YAML_MEMORY_ERROR) return fail(Errc::internal, "out of memory");
  const std::string_view problem = raw.problem == nullptr ? "not YAML" : raw.problem;
  // The reader runs ahead of the parser and knows a byte, not a mark.
  if (raw.error == YAML_READER_ERROR)
    return malformed(places_.of_byte(raw.problem_offset), problem);
  const Place place = places_.of_character(raw.problem_mark.index);
  if (raw.context == nullptr) return malformed(place, problem);
  return malformed(place, fmt::format("{} ({} from line {})", problem, raw.context,
                                      places_.of_character(raw.context_mark.index).line));
}

Result<> Reader::check_directives() const {
  // The last bytes of what libyaml takes for a line end: \n, \r, U+0085, U+2028 and U+2029.
  constexpr std::string_view line_ends = "\n\r\x85\xA8\xA9";
  size_t count = 0;
  for (size_t at = text_.find("%TAG"); at != text_.npos; at = text_.find("%TAG", at + 1)) {
    if (at > 0 && !line_ends.contains(text_[at - 1])) continue;
    if (++count > most_directives)
      return refused(places_.of_byte(at), fmt::format("more than {} directives", most_directives));
    const std::string_view start = text_.substr(at, longest_directive + 1);
    if (start.size() > longest_directive && start.find_first_of("\n\r") == start.npos)
      return refused(places_.of_byte(at),
                     fmt::format("a directive of more than {} bytes", longest_directive));
  }
  return {};
}

Result<Document> Reader::read() && {
  TRY(check_directives());
  while (true) {
    Event event;
    if (yaml_parser_parse(&parser_.raw, &event.raw) == 0) return failure();
    if (event.raw.type == YAML_STREAM_END_EVENT) return std::move(builder_).finish();
    TRY(take(event.raw));
  }
}

}  // namespace

Result<Document> parse_yaml(std::string_view text, const Limits& limits) {
  TRY_ASSIGN(const std::string_view admitted, admit(text, limits));
  return Reader(admitted, limits).read();
}

}  // namespace muster::formats
