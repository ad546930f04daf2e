// JSON text holds nothing that a terminal would obey, and loses nothing by it.
#include "facts/json_text.h"

#include <gtest/gtest.h>

namespace muster::facts {
namespace {

using Json = nlohmann::ordered_json;

TEST(JsonText, escapes_what_could_mislead) {
  EXPECT_EQ(json_text(Json("\x1b[31m")), "\"\\u001b[31m\"\n");
  EXPECT_EQ(json_text(Json("\x7f")), "\"\\u007f\"\n");
  EXPECT_EQ(json_text(Json("\u009b31m")), "\"\\u009b31m\"\n");
  EXPECT_EQ(json_text(Json("a\u202eb")), "\"a\\u202eb\"\n");
  EXPECT_EQ(json_text(Json("\U000E0041")), "\"\\udb40\\udc41\"\n");
}

TEST(JsonText, leaves_readable_text_alone) {
  EXPECT_EQ(json_text(Json("größe 走者 «redacted:x» \U0001F600")),
            "\"größe 走者 «redacted:x» \U0001F600\"\n");
}

TEST(JsonText, means_the_same_after_escaping) {
  const Json value = {{"\u200bkey", "\u009b\u202e\U000E0041\x7f"}, {"list", {1, "two", nullptr}}};
  EXPECT_EQ(Json::parse(json_text(value)), value);
}

TEST(JsonText, replaces_bytes_that_are_not_utf8) {
  EXPECT_EQ(json_text(Json("a\xff")), "\"a\uFFFD\"\n");
}

}  // namespace
}  // namespace muster::facts
