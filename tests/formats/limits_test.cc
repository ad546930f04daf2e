// Hostile documents: each ends soon, with an error that says which limit was passed.
#include "formats/accounts.h"
#include "formats/parse.h"
#include "formats/unit_file.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <chrono>

namespace muster::formats {
namespace {

// Generous, for sanitizers and busy machines; what is quadratic takes minutes.
constexpr auto soon = std::chrono::seconds(20);

template <class Parse>
Error error_of(Parse parse, std::string_view text) {
  const auto begin = std::chrono::steady_clock::now();
  auto result = parse(text, Limits{});
  EXPECT_LT(std::chrono::steady_clock::now() - begin, soon);
  if (result) return {Errc::internal, "accepted", ""};
  return std::move(result).error();
}

std::string repeated(std::string_view part, size_t times) {
  std::string text;
  text.reserve(part.size() * times);
  for (size_t i = 0; i < times; i++) text += part;
  return text;
}

TEST(Limits, a_nesting_bomb_is_refused) {
  for (const std::string& open :
       {repeated("[", 1'000'000), repeated("{a: ", 500'000), repeated("- ", 1'000'000)}) {
    const Error error = error_of(parse_yaml, open);
    EXPECT_EQ(error.code, Errc::too_large);
    EXPECT_TRUE(error.what.contains("nested deeper than 64 levels")) << error.what;
  }
  for (const std::string& text :
       {repeated("[", 65) + repeated("]", 65), repeated("[", 1000) + repeated("]", 1000),
        repeated("[", 1'000'000) + repeated("]", 1'000'000),
        repeated("{\"a\":", 65) + "1" + repeated("}", 65)})
    EXPECT_EQ(error_of(parse_json, text).what, "nested deeper than 64 levels");
  EXPECT_TRUE(parse_json(repeated("[", 64) + repeated("]", 64)));
  for (const std::string& text :
       {"a = " + repeated("[", 1'000'000), "a = " + repeated("{a=", 100'000),
        repeated("a.", 1'000'000) + "a = 1", "[" + repeated("a.", 1'000'000) + "a]",
        repeated("\"=\".", 100'000) + "a = 1", "a = {" + repeated("a.", 1'000'000) + "a = 1}"}) {
    const Error error = error_of(parse_toml, text);
    EXPECT_EQ(error.code, Errc::too_large);
    EXPECT_TRUE(error.what.contains("nested deeper than 64 levels")) << error.what;
  }
}

TEST(Limits, an_alias_bomb_is_refused) {
  std::string laughs = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
  std::string tower = "a0: &a0 [x]\n";
  for (int i = 1; i < 100; i++) {
    laughs += fmt::format("a{0}: &a{0} [{1}*a{2}]\n", i, repeated(fmt::format("*a{}, ", i - 1), 9),
                          i - 1);
    tower += fmt::format("a{0}: &a{0} [*a{1}]\n", i, i - 1);
  }
  EXPECT_TRUE(error_of(parse_yaml, laughs).what.contains("more than 200000 nodes"));
  EXPECT_TRUE(error_of(parse_yaml, tower).what.contains("nested deeper than 64 levels"));
  const std::string long_text = "a: &a " + std::string(1'000'000, 'x') + "\n";
  const Error text = error_of(parse_yaml, long_text + "b: [" + repeated("*a, ", 9000) + "]\n");
  EXPECT_TRUE(text.what.contains("aliases repeat too much text")) << text.what;
  const Error many = error_of(parse_yaml, "- &a x\n" + repeated("- *a\n", 10'001));
  EXPECT_TRUE(many.what.contains("more than 10000 aliases")) << many.what;
  const Error keys = error_of(parse_yaml, long_text + repeated("*a : 1\n", 9000));
  EXPECT_TRUE(keys.what.contains("a key of more than 4096 bytes")) << keys.what;
}

TEST(Limits, a_node_within_itself_is_refused) {
  const Error error = error_of(parse_yaml, "a: &a\n  b: *a\n");
  EXPECT_EQ(error.code, Errc::malformed);
  EXPECT_EQ(error.what, "2:6: the node 'a' contains itself");
}

TEST(Limits, fifty_thousand_keys_are_read_and_found_within_a_second) {
  std::string yaml;
  std::string json = "{";
  std::string toml;
  for (int i = 0; i < 50'000; i++) {
    yaml += fmt::format("key{}: {}\n", i, i);
    json += fmt::format("{}\"key{}\": {}", i == 0 ? "" : ",", i, i);
    toml += fmt::format("key{} = {}\n", i, i);
  }
  json += "}";
  const auto begin = std::chrono::steady_clock::now();
  for (const Result<Document>& document : {parse_yaml(yaml), parse_json(json), parse_toml(toml)}) {
    ASSERT_TRUE(document) << document.error().what;
    ASSERT_EQ(document->root().size(), 50'000U);
    for (int i = 0; i < 50'000; i++) {
      const std::optional<Node> value = document->root().find(fmt::format("key{}", i));
      ASSERT_TRUE(value && value->as_number() == i) << i;
    }
  }
  const auto taken = std::chrono::steady_clock::now() - begin;
  RecordProperty("milliseconds", static_cast<int>(taken / std::chrono::milliseconds(1)));
  EXPECT_LT(taken, soon);
}

TEST(Limits, a_hundred_megabytes_are_refused_unread) {
  const std::string text = repeated("aaaaaaaaaa", 10'000'000);
  EXPECT_EQ(error_of(parse_yaml, text).code, Errc::too_large);
  EXPECT_EQ(error_of(parse_json, text).code, Errc::too_large);
  EXPECT_EQ(error_of(parse_toml, text).code, Errc::too_large);
  EXPECT_EQ(error_of(parse_key_value, text).code, Errc::too_large);
  EXPECT_EQ(error_of(parse_python_assignments, text).code, Errc::too_large);
  EXPECT_EQ(error_of(parse_unit_file, text).code, Errc::too_large);
  const Error sudoers = error_of(parse_sudoers, text);
  EXPECT_EQ(sudoers.code, Errc::too_large);
  EXPECT_EQ(sudoers.what, "100000000 bytes, at most 4194304 are read");
}

TEST(Limits, too_many_nodes_are_refused) {
  const std::string list = repeated("1,", 300'000) + "1";
  EXPECT_EQ(error_of(parse_yaml, "[" + list + "]").code, Errc::too_large);
  EXPECT_EQ(error_of(parse_json, "[" + list + "]").code, Errc::too_large);
  EXPECT_EQ(error_of(parse_toml, "a = [" + list + "]").code, Errc::too_large);
  std::string entries;
  std::string settings = "[Service]\n";
  for (int i = 0; i < 200'001; i++) {
    entries += fmt::format("k{}=1\n", i);
    settings += "a=1\n";
  }
  EXPECT_EQ(error_of(parse_key_value, entries).code, Errc::too_large);
  EXPECT_EQ(error_of(parse_python_assignments, entries).code, Errc::too_large);
  EXPECT_EQ(error_of(parse_unit_file, settings).code, Errc::too_large);
}

TEST(Limits, what_is_not_text_is_refused_with_its_place) {
  const std::string_view broken = "a: 1\nb: \xC3\x28\n";
  EXPECT_TRUE(error_of(parse_yaml, broken).what.starts_with("2:5: "))
      << error_of(parse_yaml, broken).what;
  EXPECT_EQ(error_of(parse_key_value, broken).what, "2:1: not UTF-8");
  EXPECT_EQ(error_of(parse_json, "\"\xC3\x28\"").what, "not valid JSON: not UTF-8");
  EXPECT_TRUE(error_of(parse_toml, "a = 1\nb = '\xC3\x28'\n").what.starts_with("2:"));
  EXPECT_EQ(error_of(parse_python_assignments, "a = 1\nb = '\xFF'\n").what, "2:1: not UTF-8");
  using namespace std::string_view_literals;
  EXPECT_TRUE(error_of(parse_yaml, "a: 1\nb: \0\n"sv).what.starts_with("2:4: "));
  EXPECT_EQ(error_of(parse_key_value, "a=1\nb=\0\n"sv).what, "2:1: a NUL byte");
  EXPECT_EQ(error_of(parse_python_assignments, "a=1\nb='\0'\n"sv).what, "2:1: a NUL byte");
  EXPECT_EQ(error_of(parse_toml, "a = '\0'\n"sv).code, Errc::malformed);
  EXPECT_EQ(error_of(parse_json, "\"\0\""sv).code, Errc::malformed);
}

// Each of these once took a time that grew with the square of its length, or would have.
TEST(Limits, no_text_takes_quadratic_time) {
  std::string implicit;
  std::string again;
  for (int i = 0; i < 40'000; i++) {
    implicit += fmt::format("[t{}.a]\n", i);
    again += fmt::format("t{}.b = 1\n", i);
  }
  (void)error_of(parse_toml, implicit);
  (void)error_of(parse_toml, again + again);
  std::string tags;
  for (int i = 0; i < 200'000; i++) tags += fmt::format("%TAG !t{}! x\n", i);
  EXPECT_TRUE(error_of(parse_yaml, tags + "--- a\n").what.contains("directives"));
  const std::string prefix = "%TAG !a! " + std::string(1'000'000, 'x') + "\n---\n";
  EXPECT_TRUE(error_of(parse_yaml, prefix + repeated("- !a!b c\n", 100'000))
                  .what.contains("a directive of more than 1024 bytes"));
  (void)error_of(parse_yaml, "a: \xC3\xA9" + std::string(2'000'000, 'x'));
  (void)error_of(parse_yaml, "[" + repeated("\"\xC3\xA9\",", 150'000) + "]");
  (void)error_of(parse_yaml, repeated("# c\n", 1'000'000));
  (void)error_of(parse_unit_file, "[S]\na=" + repeated("\\\n", 2'000'000));
  (void)error_of(parse_sudoers, repeated("a \\\n", 1'000'000));
  (void)error_of(parse_sudoers, repeated("a,", 300'000) + "a ALL=" +
                                    repeated("NOPASSWD:/a,PASSWD:/b,", 100'000) + "/c\n");
  (void)error_of(parse_sudoers, "Defaults:" + repeated("a,", 300'000) + "a " +
                                    repeated("!authenticate,", 200'000));
  (void)error_of(parse_python_assignments, repeated("a=", 2'000'000));
  (void)error_of(parse_python_assignments, repeated("(", 4'000'000));
  (void)error_of(parse_python_assignments, repeated("\\\n", 2'000'000));
  EXPECT_EQ(split_command(repeated("\"\" ", 1'000'000)).size(), 1'000'000U);
}

}  // namespace
}  // namespace muster::formats
