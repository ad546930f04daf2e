// Text operations, all linear in their input.
#include "base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace muster {
namespace {

constexpr std::string_view blanks = " \t\r\n\f\v";

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

struct CodePoint {
  uint32_t value = 0;
  size_t length = 0;  // 0: the bytes are not UTF-8
};

// Decodes the code point at the start of a text; refuses overlong forms, surrogates and truncation.
CodePoint decode(std::string_view text) {
  const auto byte = [&](size_t i) { return static_cast<uint8_t>(text[i]); };
  const uint8_t first = byte(0);
  if (first < 0x80) return {first, 1};
  const size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4 || text.size() < length) return {};
  uint32_t value = first & (0xFFU >> (length + 1));
  for (size_t i = 1; i < length; i++) {
    if ((byte(i) & 0xC0) != 0x80) return {};
    value = value << 6 | (byte(i) & 0x3FU);
  }
  constexpr uint32_t smallest[] = {0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = value >= 0xD800 && value <= 0xDFFF;
  if (value < smallest[length] || value > 0x10FFFF || surrogate) return {};
  return {value, length};
}

// Characters that change how a line is shown, or that are not shown at all.
bool misleads(uint32_t c) {
  return c < 0x20 || (c >= 0x7F && c < 0xA0) || c == 0xAD || c == 0x061C ||
         (c >= 0x200B && c <= 0x200F) || (c >= 0x2028 && c <= 0x202E) ||
         (c >= 0x2060 && c <= 0x206F) || c == 0xFEFF || (c >= 0xFFF9 && c <= 0xFFFB) ||
         (c >= 0xE0000 && c <= 0xE007F);
}

}  // namespace

std::string_view trim(std::string_view text) {
  const size_t begin = text.find_first_not_of(blanks);
  if (begin == text.npos) return {};
  return text.substr(begin, text.find_last_not_of(blanks) - begin + 1);
}

std::string lower(std::string_view text) {
  std::string result(text);
  std::ranges::transform(result, result.begin(), [](char c) { return lower(c); });
  return result;
}

bool equals_ignoring_case(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, [](char x, char y) { return lower(x) == lower(y); });
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (size_t begin = 0;;) {
    const size_t end = text.find(separator, begin);
    parts.push_back(text.substr(begin, end - begin));
    if (end == text.npos) return parts;
    begin = end + 1;
  }
}

std::vector<std::string_view> lines(std::string_view text) {
  std::vector<std::string_view> result;
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = std::min(text.find('\n', begin), text.size());
    std::string_view line = text.substr(begin, end - begin);
    if (line.ends_with('\r')) line.remove_suffix(1);
    result.push_back(line);
    begin = end + 1;
  }
  return result;
}

std::vector<std::string_view> words(std::string_view text) {
  std::vector<std::string_view> result;
  for (size_t begin = text.find_first_not_of(blanks); begin != text.npos;) {
    const size_t end = std::min(text.find_first_of(blanks, begin), text.size());
    result.push_back(text.substr(begin, end - begin));
    begin = text.find_first_not_of(blanks, end);
  }
  return result;
}

std::string join(const std::vector<std::string>& parts, std::string_view separator) {
  return fmt::format("{}", fmt::join(parts, separator));
}

std::optional<uint64_t> parse_number(std::string_view text) {
  uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::string_view base_name(std::string_view path) { return path.substr(path.rfind('/') + 1); }

std::string_view parent_path(std::string_view path) {
  const size_t slash = path.rfind('/');
  if (slash == path.npos) return {};
  return slash == 0 ? path.substr(0, 1) : path.substr(0, slash);
}

std::string join_path(std::string_view directory, std::string_view name) {
  if (name.starts_with('/') || directory.empty()) return std::string(name);
  if (directory.ends_with('/')) directory.remove_suffix(1);
  return fmt::format("{}/{}", directory, name);
}

std::string normal_path(std::string_view path) {
  std::vector<std::string_view> kept;
  const bool absolute = path.starts_with('/');
  for (const std::string_view part : split(path, '/')) {
    if (part.empty() || part == ".") continue;
    const bool climbs = part == "..";
    if (climbs && !kept.empty() && kept.back() != "..")
      kept.pop_back();
    else if (!climbs || !absolute)
      kept.push_back(part);
  }
  return fmt::format("{}{}", absolute ? "/" : "", fmt::join(kept, "/"));
}

bool is_below(std::string_view path, std::string_view directory) {
  if (directory.ends_with('/')) directory.remove_suffix(1);
  return path.starts_with(directory) &&
         (path.size() == directory.size() || path[directory.size()] == '/');
}

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const CodePoint point = decode(text);
    if (point.length == 0) return false;
    text.remove_prefix(point.length);
  }
  return true;
}

std::string visible(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  while (!text.empty()) {
    const CodePoint point = decode(text);
    const size_t length = std::max<size_t>(point.length, 1);
    if (point.length == 0 || (misleads(point.value) && point.value < 0x80))
      result += fmt::format("\\x{:02x}", static_cast<uint8_t>(text[0]));
    else if (misleads(point.value))
      result += fmt::format("\\u{{{:x}}}", point.value);
    else
      result += text.substr(0, length);
    text.remove_prefix(length);
  }
  return result;
}

}  // namespace muster
