// Every tests/formats/<format>/<case>.in against its .out. UPDATE=1 writes what came out instead.
// Also: whatever the golden inputs become by accident or malice, parsing them ends.
#include "formats/dump.h"
#include "support/files.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <random>

namespace muster::tests {
namespace {

namespace fs = std::filesystem;
using namespace std::string_view_literals;

struct Case {
  std::string format;
  std::string name;
  fs::path input;
};

std::vector<Case> cases() {
  std::vector<Case> result;
  for (const std::string& format : format_names()) {
    const fs::path folder = fs::path(MUSTER_TESTS) / "formats" / format;
    if (!fs::exists(folder)) continue;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder))
      if (entry.path().extension() == ".in")
        result.push_back({format, entry.path().stem(), entry.path()});
  }
  std::ranges::sort(result, {}, &Case::input);
  return result;
}

std::string test_name(const testing::TestParamInfo<Case>& info) {
  std::string name = info.param.format + "_" + info.param.name;
  std::ranges::replace(name, '-', '_');
  return name;
}

class FormatsGolden : public testing::TestWithParam<Case> {};

TEST_P(FormatsGolden, is_read_as_written_down) {
  fs::path output = GetParam().input;
  output.replace_extension(".out");
  const std::string got = dump(GetParam().format, read_text(GetParam().input));
  if (std::getenv("UPDATE") != nullptr) write_text(output, got);
  EXPECT_EQ(read_text(output), got);
}

INSTANTIATE_TEST_SUITE_P(Formats, FormatsGolden, testing::ValuesIn(cases()), test_name);

// A few bytes changed, removed, doubled, or cut off.
std::string mutated(std::string text, std::mt19937& random) {
  constexpr std::string_view telling = "\n\r\t \0\\\"'#:=-[]{}&*!%,.@;()\x80\xFF\xEF\xBB\xBF"sv;
  for (size_t changes = 1 + random() % 4; changes > 0 && !text.empty(); changes--) {
    const size_t at = random() % text.size();
    switch (random() % 5) {
      case 0:
        text[at] = static_cast<char>(random());
        break;
      case 1:
        text[at] = telling[random() % telling.size()];
        break;
      case 2:
        text.erase(at, 1 + random() % 8);
        break;
      case 3:
        text.insert(random() % text.size(), text.substr(at, 1 + random() % 32));
        break;
      default:
        if (random() % 4 == 0) text.resize(at);
        break;
    }
  }
  return text;
}

TEST(Formats, mutations_of_the_golden_inputs_never_crash) {
  std::mt19937 random(20261130);
  for (const Case& c : cases()) {
    const std::string text = read_text(c.input);
    for (int i = 0; i < 60; i++) EXPECT_NO_THROW(dump(c.format, mutated(text, random)));
  }
}

TEST(Formats, random_bytes_never_crash) {
  std::mt19937 random(19700101);
  constexpr std::string_view alphabet =
      "ab1 \n\t\r\0\\\"'#:=-[]{}&*!%,.@;()<>|?~+$^/\xC3\xA9\xFF"sv;
  for (int round = 0; round < 400; round++) {
    std::string text(random() % 200, '\0');
    const bool any_byte = round % 2 == 0;
    for (char& c : text)
      c = any_byte ? static_cast<char>(random()) : alphabet[random() % alphabet.size()];
    for (const std::string& format : format_names()) EXPECT_NO_THROW(dump(format, text));
  }
}

TEST(Formats, every_format_has_golden_cases) {
  for (const std::string& format : format_names())
    EXPECT_GE(std::ranges::count(cases(), format, &Case::format), 6) << format;
}

}  // namespace
}  // namespace muster::tests
