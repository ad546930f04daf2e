// passwd and group files, read as glibc's files backend reads them.
#include "formats/accounts.h"

#include "base/text.h"

#include <algorithm>
#include <limits>
#include <optional>

namespace muster::formats {
namespace {

constexpr size_t most_lines = 1'000'000;

std::optional<uint32_t> parse_id(std::string_view text) {
  const std::optional<uint64_t> number = parse_number(text);
  if (!number || *number > std::numeric_limits<uint32_t>::max()) return std::nullopt;
  return static_cast<uint32_t>(*number);
}

// Calls take(fields) for each line that names somebody. "+" and "-" lines refer to NIS.
template <class Take>
void each_line(std::string_view text, Take take) {
  size_t count = 0;
  while (!text.empty() && count++ < most_lines) {
    const size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = trim(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.empty() || line[0] == '#' || line[0] == '+' || line[0] == '-') continue;
    const std::vector<std::string_view> fields = split(line, ':');
    if (!fields[0].empty()) take(fields);
  }
}

std::string field(const std::vector<std::string_view>& fields, size_t i) {
  return i < fields.size() ? std::string(fields[i]) : std::string();
}

}  // namespace

std::vector<PasswdLine> parse_passwd(std::string_view text) {
  std::vector<PasswdLine> result;
  each_line(text, [&](const std::vector<std::string_view>& fields) {
    if (fields.size() < 4) return;
    const std::optional<uint32_t> uid = parse_id(fields[2]);
    const std::optional<uint32_t> gid = parse_id(fields[3]);
    if (!uid || !gid) return;
    result.push_back({field(fields, 0), *uid, *gid, field(fields, 5), field(fields, 6)});
  });
  return result;
}

std::vector<GroupLine> parse_group(std::string_view text) {
  std::vector<GroupLine> result;
  each_line(text, [&](const std::vector<std::string_view>& fields) {
    if (fields.size() < 3) return;
    const std::optional<uint32_t> gid = parse_id(fields[2]);
    if (!gid) return;
    GroupLine group{field(fields, 0), *gid, {}};
    if (fields.size() > 3)
      for (const std::string_view member : split(fields[3], ','))
        if (!trim(member).empty()) group.members.emplace_back(trim(member));
    result.push_back(std::move(group));
  });
  return result;
}

}  // namespace muster::formats
