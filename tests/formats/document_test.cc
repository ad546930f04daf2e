// Documents: look-ups, duplicates, moves, and the limits of the builder.
#include "formats/document.h"

#include "formats/parse.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace muster::formats {
namespace {

Document yaml(std::string_view text) {
  Result<Document> document = parse_yaml(text);
  EXPECT_TRUE(document) << (document ? "" : document.error().what);
  return *std::move(document);
}

std::string text_of(const std::optional<Node>& node) {
  return node ? std::string(node->text()) : "nothing";
}

TEST(Document, finds_keys_exactly_and_ignoring_case) {
  const Document document = yaml("AgentId: 1\nagentid: 2\n");
  EXPECT_EQ(text_of(document.root().find("agentid")), "2");
  EXPECT_EQ(text_of(document.root().find_ignoring_case("AGENTID")), "1");
  EXPECT_FALSE(document.root().find("AGENTID"));
  EXPECT_FALSE(document.root().value(0).find("x"));
}

TEST(Document, finds_the_first_of_duplicates_in_small_and_big_maps) {
  std::string big;
  for (int i = 0; i < 40; i++) big += fmt::format("k{}: {}\n", i % 20, i);
  for (const std::string& text : {std::string("k7: 7\nk7: 27\n"), big}) {
    const Document document = yaml(text);
    EXPECT_EQ(text_of(document.root().find("k7")), "7");
    EXPECT_FALSE(document.root().find("k70"));
    EXPECT_FALSE(document.root().find(""));
  }
}

TEST(Document, reports_duplicates_in_the_order_of_the_second_one) {
  const Document document = yaml("a: 1\nb: 2\nb: 3\na: 4\na: 5\n");
  ASSERT_EQ(document.duplicates().size(), 3U);
  EXPECT_EQ(document.duplicates()[0].key, "b");
  EXPECT_EQ(document.duplicates()[1].first, (Place{1, 1}));
  EXPECT_EQ(document.duplicates()[2].second, (Place{5, 1}));
}

TEST(Document, does_not_take_null_or_a_list_for_an_empty_key) {
  const Document document = yaml("~: 1\n? [a]\n: 2\n? []\n: 3\n");
  EXPECT_FALSE(document.root().find(""));
  EXPECT_TRUE(document.duplicates().empty());
}

TEST(Document, follows_dotted_paths) {
  const Document document = yaml("server: {connections: {main: x}}\n");
  EXPECT_EQ(text_of(document.root().at("server.connections.main")), "x");
  EXPECT_FALSE(document.root().at("server.main"));
  EXPECT_FALSE(document.root().at("server.connections.main.x"));
}

TEST(Document, reads_scalars_in_their_string_form_too) {
  const Document document = yaml("[12, '12', True, 'false', -1, 1.5, yes, ~]");
  const Node root = document.root();
  EXPECT_EQ(root.item(0).as_number(), 12U);
  EXPECT_EQ(root.item(1).as_number(), 12U);
  EXPECT_EQ(root.item(2).as_boolean(), true);
  EXPECT_EQ(root.item(2).text(), "True");
  EXPECT_EQ(root.item(3).as_boolean(), false);
  for (size_t i = 4; i < 8; i++) {
    EXPECT_FALSE(root.item(i).as_number()) << i;
    EXPECT_FALSE(root.item(i).as_boolean()) << i;
  }
}

TEST(Document, keeps_its_nodes_when_moved) {
  Document document = yaml("a: short\n");
  const Node value = document.root().value(0);
  const Document moved = std::move(document);
  EXPECT_EQ(value.text(), "short");
  EXPECT_EQ(text_of(moved.root().find("a")), "short");
}

TEST(Document, of_nothing_is_a_null_node) {
  for (const std::string_view text : {"", "# only a comment\n", "\xEF\xBB\xBF"}) {
    const Document document = yaml(text);
    EXPECT_EQ(document.root().kind(), NodeKind::null);
    EXPECT_EQ(document.root().text(), "");
  }
}

TEST(DocumentBuilder, counts_what_aliases_stand_for) {
  Limits limits;
  limits.nodes = 10;
  Document::Builder builder(limits);
  ASSERT_TRUE(builder.begin(NodeKind::list, {}));
  ASSERT_TRUE(builder.begin(NodeKind::list, {}));
  const NodeId shared = builder.last();
  EXPECT_TRUE(builder.is_open(shared));
  ASSERT_TRUE(builder.scalar(NodeKind::string, "x", {}));
  ASSERT_TRUE(builder.scalar(NodeKind::string, "y", {}));
  builder.end();
  EXPECT_FALSE(builder.is_open(shared));
  EXPECT_TRUE(builder.again(shared));
  EXPECT_TRUE(builder.again(shared));
  EXPECT_FALSE(builder.again(shared));
  EXPECT_EQ(builder.refusal(), "more than 10 nodes");
}

TEST(DocumentBuilder, counts_the_levels_behind_an_alias) {
  Limits limits;
  limits.depth = 3;
  Document::Builder builder(limits);
  ASSERT_TRUE(builder.begin(NodeKind::list, {}));
  ASSERT_TRUE(builder.begin(NodeKind::list, {}));
  ASSERT_TRUE(builder.begin(NodeKind::list, {}));
  builder.end();
  builder.end();
  const NodeId two_levels = 1;
  EXPECT_TRUE(builder.again(two_levels));
  ASSERT_TRUE(builder.begin(NodeKind::list, {}));
  EXPECT_FALSE(builder.again(two_levels));
  EXPECT_EQ(builder.refusal(), "nested deeper than 3 levels");
}

}  // namespace
}  // namespace muster::formats
