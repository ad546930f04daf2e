// Columns, wrapping and the words around numbers.
#include "report/layout.h"

#include <gtest/gtest.h>

namespace muster::report {
namespace {

using Strings = std::vector<std::string>;

TEST(Layout, counts_columns_not_bytes) {
  EXPECT_EQ(columns(""), 0U);
  EXPECT_EQ(columns("größe"), 5U);
  EXPECT_EQ(columns("走者"), 4U);
  EXPECT_EQ(columns("e\u0301"), 1U);
  EXPECT_EQ(columns("\U0001F600"), 2U);
}

TEST(Layout, wraps_between_words_only) {
  EXPECT_EQ(wrap("one two  three", 7), (Strings{"one two", "three"}));
  EXPECT_EQ(wrap("a /very/long/path/to/.runner b", 10),
            (Strings{"a", "/very/long/path/to/.runner", "b"}));
  EXPECT_EQ(wrap("", 10), Strings{});
  EXPECT_EQ(wrap("走者 走者", 8), (Strings{"走者", "走者"}));
}

TEST(Layout, leaves_out_the_middle_of_what_is_too_long) {
  EXPECT_EQ(shown("short"), "short");
  const std::string text = shown(std::string(2000, 'a') + "end", 30);
  EXPECT_EQ(text, std::string(20, 'a') + "[...+1,973...]" + std::string(7, 'a') + "end");
}

TEST(Layout, never_cuts_a_character_in_two) {
  std::string text;
  for (int i = 0; i < 100; i++) text += "é走\U0001F600";
  for (size_t limit = 1; limit < 60; limit++)
    EXPECT_EQ(shown(shown(text, limit), 10'000), shown(text, limit));
}

TEST(Layout, writes_numbers_for_people) {
  EXPECT_EQ(grouped(0), "0");
  EXPECT_EQ(grouped(999), "999");
  EXPECT_EQ(grouped(412345), "412,345");
  EXPECT_EQ(grouped(1234567890), "1,234,567,890");
  EXPECT_EQ(quantity(1, "process"), "1 process");
  EXPECT_EQ(quantity(2, "process"), "2 processes");
  EXPECT_EQ(quantity(0, "runner"), "0 runners");
  EXPECT_EQ(quantity(3, "directory"), "3 directories");
  EXPECT_EQ(duration(std::chrono::milliseconds(412)), "0.41 s");
  EXPECT_EQ(duration(std::chrono::milliseconds(125'999)), "2 min 5 s");
  EXPECT_EQ(duration(std::chrono::milliseconds(-5)), "0.00 s");
}

TEST(Layout, joins_as_people_do) {
  EXPECT_EQ(enumerated({}), "");
  EXPECT_EQ(enumerated({"a"}), "a");
  EXPECT_EQ(enumerated({"a", "b"}), "a and b");
  EXPECT_EQ(enumerated({"a", "b", "c"}), "a, b and c");
}

TEST(Layout, hangs_words_at_the_body_column) {
  Page page({.width = 20});
  page.labelled("key", "some words that wrap", 2, 8);
  page.labelled("a-very-long-label", "words", 2, 8);
  EXPECT_EQ(page.take(),
            "  key   some words\n"
            "        that wrap\n"
            "  a-very-long-label\n"
            "        words\n");
}

TEST(Layout, keeps_one_blank_line) {
  Page page({});
  page.blank();
  page.line("a", 0);
  page.blank();
  page.blank();
  page.line("b", 0);
  EXPECT_EQ(page.take(), "a\n\nb\n");
}

}  // namespace
}  // namespace muster::report
