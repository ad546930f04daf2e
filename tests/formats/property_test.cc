// The same tree, written in YAML, JSON and TOML, is the same document.
#include "formats/dump.h"
#include "formats/parse.h"
#include "formats/random_document.h"

#include <gtest/gtest.h>

namespace muster::tests {
namespace {

using namespace muster::formats;

TEST(Formats, random_trees_read_the_same_in_yaml_json_and_toml) {
  std::mt19937 random(42);
  for (int round = 0; round < 500; round++) {
    const RandomNode tree = random_document(random);
    const std::string expected = as_dump(tree);
    const Result<Document> documents[] = {parse_yaml(as_yaml(tree)), parse_yaml(as_json(tree)),
                                          parse_json(as_json(tree)), parse_toml(as_toml(tree))};
    for (const Result<Document>& document : documents) {
      ASSERT_TRUE(document) << document.error().what << "\n" << as_yaml(tree) << as_toml(tree);
      ASSERT_EQ(dump_tree(document->root()), expected) << as_yaml(tree) << as_toml(tree);
      ASSERT_TRUE(document->duplicates().empty());
    }
  }
}

}  // namespace
}  // namespace muster::tests
