// Strict reading of catalog YAML, with the place of every mistake.
#include "catalog/reader.h"

#include "formats/parse.h"

#include <fmt/format.h>
#include <re2/re2.h>
#include <algorithm>

namespace muster::catalog {
namespace {

// What one pattern may cost to compile and run: enough for the widest token shape, and far from
// what a catalog gone wrong could otherwise take.
constexpr int64_t pattern_memory = int64_t{2} << 20;

std::string listed(std::initializer_list<std::string_view> words) {
  return fmt::format("{}", fmt::join(words, ", "));
}

}  // namespace

Result<Pattern> compile_pattern(std::string_view expression) {
  // Latin-1: what the patterns run on comes from hostile places and need not be UTF-8.
  re2::RE2::Options options(re2::RE2::Latin1);
  options.set_max_mem(pattern_memory);
  options.set_log_errors(false);
  auto compiled = std::make_shared<const re2::RE2>(
      re2::StringPiece(expression.data(), expression.size()), options);
  if (!compiled->ok())
    return fail(Errc::malformed, fmt::format("not a regular expression: {}", compiled->error()),
                "write it in RE2 syntax: no look-around, no back-references");
  return compiled;
}

Result<formats::Document> parse_strict(std::string_view file_name, std::string_view yaml) {
  auto document = formats::parse_yaml(yaml);
  if (!document) {
    Error error = std::move(document).error();
    error.what = fmt::format("{}:{}", file_name, error.what);
    return std::unexpected(std::move(error));
  }
  if (!document->duplicates().empty()) {
    const formats::DuplicateKey& twice = document->duplicates().front();
    return fail(Errc::malformed,
                fmt::format("{}:{}:{}: the key \"{}\" stands here a second time", file_name,
                            twice.second.line, twice.second.column, twice.key),
                fmt::format("keep one of them; the first is in line {}", twice.first.line));
  }
  return document;
}

void Reader::refuse(const formats::Node& at, std::string_view problem, std::string advice) {
  if (error_) return;
  error_ =
      Error{.code = Errc::malformed,
            .what = fmt::format("{}:{}:{}: {}", file_, at.place().line, at.place().column, problem),
            .advice = std::move(advice)};
}

void Reader::expect_map(const formats::Node& node, std::string_view what,
                        std::initializer_list<std::string_view> known) {
  if (!node.is_map()) {
    refuse(node, fmt::format("{} must be a map, not a {}", what, to_string(node.kind())),
           fmt::format("write it with the keys {}", listed(known)));
    return;
  }
  for (size_t i = 0; i < node.size(); ++i) {
    const formats::Node key = node.key(i);
    if (std::find(known.begin(), known.end(), key.text()) == known.end())
      refuse(key, fmt::format("{} has no key \"{}\"", what, key.text()),
             fmt::format("use one of {}", listed(known)));
  }
}

std::string Reader::scalar(const formats::Node& node, std::string_view what) {
  if (!node.is_scalar() || node.text().empty()) {
    refuse(node, fmt::format("{} must be a text", what), "write a word or a quoted text");
    return {};
  }
  return std::string(node.text());
}

std::string Reader::text(const formats::Node& map, std::string_view key) {
  const auto node = map.find(key);
  return node ? scalar(*node, key) : std::string();
}

std::string Reader::required(const formats::Node& map, std::string_view key) {
  if (!map.find(key))
    refuse(map, fmt::format("the key \"{}\" is missing", key), fmt::format("add \"{}: …\"", key));
  return text(map, key);
}

std::string Reader::word(const formats::Node& map, std::string_view key,
                         std::initializer_list<std::string_view> words) {
  const auto node = map.find(key);
  if (!node) return {};
  std::string value = scalar(*node, key);
  if (std::find(words.begin(), words.end(), value) == words.end())
    refuse(*node, fmt::format("{} cannot be \"{}\"", key, value),
           fmt::format("use one of {}", listed(words)));
  return value;
}

bool Reader::flag(const formats::Node& map, std::string_view key) {
  const auto node = map.find(key);
  if (!node) return false;
  const auto value = node->kind() == formats::NodeKind::boolean ? node->as_boolean() : std::nullopt;
  if (!value) refuse(*node, fmt::format("{} must be true or false", key), "write true or false");
  return value.value_or(false);
}

std::vector<std::string> Reader::texts(const formats::Node& map, std::string_view key) {
  std::vector<std::string> values;
  const auto node = map.find(key);
  if (!node) return values;
  if (!node->is_list()) {
    refuse(*node, fmt::format("{} must be a list", key), fmt::format("write {}: [a, b]", key));
    return values;
  }
  for (size_t i = 0; i < node->size(); ++i)
    values.push_back(scalar(node->item(i), fmt::format("an item of {}", key)));
  return values;
}

std::map<std::string, std::string> Reader::text_map(const formats::Node& map,
                                                    std::string_view key) {
  std::map<std::string, std::string> values;
  const auto node = map.find(key);
  if (!node) return values;
  if (!node->is_map())
    refuse(*node, fmt::format("{} must be a map", key), fmt::format("write {}: {{a: b}}", key));
  for (size_t i = 0; node->is_map() && i < node->size(); ++i)
    values.emplace(node->key(i).text(), scalar(node->value(i), node->key(i).text()));
  return values;
}

std::map<std::string, std::vector<std::string>> Reader::texts_map(const formats::Node& map,
                                                                  std::string_view key) {
  std::map<std::string, std::vector<std::string>> values;
  const auto node = map.find(key);
  if (!node) return values;
  if (!node->is_map())
    refuse(*node, fmt::format("{} must be a map", key), fmt::format("write {}: {{a: [b]}}", key));
  for (size_t i = 0; node->is_map() && i < node->size(); ++i)
    values.emplace(node->key(i).text(), texts(*node, node->key(i).text()));
  return values;
}

Pattern Reader::compile(const formats::Node& node) {
  const std::string expression = scalar(node, "a pattern");
  if (expression.empty()) return {};
  auto compiled = compile_pattern(expression);
  if (!compiled) {
    refuse(node, compiled.error().what, compiled.error().advice);
    return {};
  }
  return *std::move(compiled);
}

Pattern Reader::pattern(const formats::Node& map, std::string_view key) {
  const auto node = map.find(key);
  return node ? compile(*node) : Pattern();
}

std::vector<Pattern> Reader::patterns(const formats::Node& map, std::string_view key) {
  std::vector<Pattern> values;
  const auto node = map.find(key);
  if (!node) return values;
  if (!node->is_list())
    refuse(*node, fmt::format("{} must be a list", key), fmt::format("write {}: [a, b]", key));
  for (size_t i = 0; node->is_list() && i < node->size(); ++i)
    values.push_back(compile(node->item(i)));
  return values;
}

std::map<std::string, Pattern> Reader::pattern_map(const formats::Node& map, std::string_view key) {
  std::map<std::string, Pattern> values;
  const auto node = map.find(key);
  if (!node) return values;
  if (!node->is_map())
    refuse(*node, fmt::format("{} must be a map", key), fmt::format("write {}: {{a: b}}", key));
  for (size_t i = 0; node->is_map() && i < node->size(); ++i)
    values.emplace(node->key(i).text(), compile(node->value(i)));
  return values;
}

std::vector<formats::Node> Reader::items(const formats::Node& map, std::string_view key) {
  std::vector<formats::Node> values;
  const auto node = map.find(key);
  if (!node) return values;
  if (!node->is_list())
    refuse(*node, fmt::format("{} must be a list", key),
           fmt::format("begin each item of {} with \"- \"", key));
  for (size_t i = 0; node->is_list() && i < node->size(); ++i) values.push_back(node->item(i));
  return values;
}

}  // namespace muster::catalog
