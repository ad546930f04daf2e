// Reads catalog YAML strictly: every key must be known, every mistake is said with its place.
#pragma once
#include "catalog/product.h"
#include "formats/document.h"

#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace muster::catalog {

// Takes values out of a document. The first mistake is kept and later calls give empty values, so
// that a caller reads everything in one sweep and asks for the error at the end.
class Reader {
 public:
  explicit Reader(std::string_view file_name) : file_(file_name) {}

  // Refuses the node unless it is a map whose keys are among the known ones.
  void expect_map(const formats::Node& node, std::string_view what,
                  std::initializer_list<std::string_view> known);
  std::string required(const formats::Node& map, std::string_view key);
  std::string text(const formats::Node& map, std::string_view key);
  // One of the words, which are listed in the error; empty when the key is missing.
  std::string word(const formats::Node& map, std::string_view key,
                   std::initializer_list<std::string_view> words);
  bool flag(const formats::Node& map, std::string_view key);
  std::vector<std::string> texts(const formats::Node& map, std::string_view key);
  std::map<std::string, std::string> text_map(const formats::Node& map, std::string_view key);
  std::map<std::string, std::vector<std::string>> texts_map(const formats::Node& map,
                                                            std::string_view key);
  Pattern pattern(const formats::Node& map, std::string_view key);
  std::vector<Pattern> patterns(const formats::Node& map, std::string_view key);
  std::map<std::string, Pattern> pattern_map(const formats::Node& map, std::string_view key);
  // The items of a list of maps; a missing key is an empty list.
  std::vector<formats::Node> items(const formats::Node& map, std::string_view key);

  void refuse(const formats::Node& at, std::string_view problem, std::string advice = {});
  const std::optional<Error>& error() const { return error_; }

 private:
  std::string scalar(const formats::Node& node, std::string_view what);
  Pattern compile(const formats::Node& node);

  std::string file_;
  std::optional<Error> error_;
};

// Parses catalog YAML; errors begin with the file name, and duplicate keys are errors.
Result<formats::Document> parse_strict(std::string_view file_name, std::string_view yaml);
// Compiles a regular expression for bytes of any encoding with a bound on its memory.
Result<Pattern> compile_pattern(std::string_view expression);

}  // namespace muster::catalog
