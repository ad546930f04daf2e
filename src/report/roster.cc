// Every runner with what is known of it and what is not.
#include "report/roster.h"

#include "base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace muster::report {
namespace {

constexpr size_t longest_name = 100;

std::string name_of(const Standing& standing) {
  return standing.name.value.empty() ? "(name unknown)" : shown(standing.name.value, longest_name);
}

std::string words_of(const Known& known) {
  if (!known.value.empty()) return shown(known.value);
  return fmt::format("unknown: needs {}", shown(known.needs));
}

std::string short_words(const Known& known) {
  if (known.value.empty()) return "unknown";
  return known.brief.empty() ? shown(known.value) : known.brief;
}

// The fields that a table shows as columns, and what they are called in prose.
struct Column {
  std::string_view title;
  std::string_view prose;
  const Known Standing::* field;
};
constexpr Column known_columns[] = {
    {"OWNER", "owner", &Standing::owner},          {"STATE", "state", &Standing::state},
    {"LIFETIME", "lifetime", &Standing::lifetime}, {"VERSION", "version", &Standing::version},
    {"ROTATION", "rotation", &Standing::rotation}, {"TEARDOWN", "teardown", &Standing::teardown},
};

using Row = std::vector<std::string>;

std::vector<Row> rows_of(const std::vector<Standing>& standings) {
  std::vector<Row> rows = {{"RUNNER", "ROLL"}};
  for (const Column& column : known_columns) rows.front().emplace_back(column.title);
  for (const Standing& standing : standings) {
    Row row = {short_words(standing.name), std::string(to_string(standing.status))};
    for (const Column& column : known_columns) row.push_back(short_words(standing.*column.field));
    rows.push_back(std::move(row));
  }
  return rows;
}

// The second line of a runner in the table: what would make the columns too wide.
std::string origin_of(const Standing& standing) {
  return fmt::format("{}, {}, registered in {}", shown(standing.product),
                     standing.scope.value.empty() ? "scope unknown" : shown(standing.scope.value),
                     short_words(standing.registered_in));
}

// "Unknown here: rotation needs the platform's side; owner and teardown need a roll."
std::string unknown_line(const std::vector<Standing>& standings) {
  std::map<std::string, std::vector<std::string>> fields_by_need;
  const auto add = [&](const Known& known, std::string_view prose) {
    if (!known.value.empty()) return;
    auto& fields = fields_by_need[shown(known.needs)];
    if (std::ranges::find(fields, prose) == fields.end()) fields.emplace_back(prose);
  };
  for (const Standing& standing : standings) {
    add(standing.name, "name");
    add(standing.scope, "scope");
    for (const Column& column : known_columns) add(standing.*column.field, column.prose);
  }
  std::vector<std::string> parts;
  for (const auto& [needs, fields] : fields_by_need)
    parts.push_back(
        fmt::format("{} {} {}", enumerated(fields), fields.size() == 1 ? "needs" : "need", needs));
  return parts.empty() ? "" : fmt::format("Unknown here: {}.", join(parts, "; "));
}

// False, and nothing is written, when it does not fit the page.
bool put_table(Page& page, const std::vector<Standing>& standings) {
  const std::vector<Row> rows = rows_of(standings);
  std::vector<size_t> widths(rows.front().size());
  for (const Row& row : rows)
    for (size_t i = 0; i < row.size(); i++) widths[i] = std::max(widths[i], columns(row[i]));
  size_t total = 2;
  for (const size_t width : widths) total += width + 2;
  if (total - 2 > page.width()) return false;

  for (size_t r = 0; r < rows.size(); r++) {
    std::string line;
    for (size_t i = 0; i < widths.size(); i++)
      line += fmt::format("{}{:{}}", rows[r][i], "", widths[i] - columns(rows[r][i]) + 2);
    line.erase(line.find_last_not_of(' ') + 1);
    page.line(line, 2);
    if (r > 0) page.labelled("", origin_of(standings[r - 1]), 4, 4);
  }
  if (const std::string unknown = unknown_line(standings); !unknown.empty()) {
    page.blank();
    page.paragraph(unknown, 2);
  }
  return true;
}

std::string state_words(const Standing& standing) {
  std::vector<std::string> starters;
  constexpr size_t most = 4;
  for (const int32_t pid : standing.runner.pids)
    if (starters.size() < most) starters.push_back(fmt::format("pid {}", pid));
  if (standing.runner.pids.size() > most)
    starters.push_back(fmt::format("{} more", standing.runner.pids.size() - most));
  for (const std::string& unit : standing.runner.units)
    if (starters.size() < 2 * most) starters.push_back(shown(unit));
  std::string result = words_of(standing.state);
  if (!standing.runner.user.empty()) result += fmt::format(" as {}", shown(standing.runner.user));
  return starters.empty() ? result : fmt::format("{} ({})", result, join(starters, ", "));
}

void put_block(Page& page, const Standing& standing) {
  const auto put = [&](std::string_view label, std::string_view text) {
    if (page.is_narrow())
      page.labelled(fmt::format("{}:", label), text, 4, 6);
    else
      page.labelled(label, text, 4, 19);
  };
  page.bold_paragraph(name_of(standing), 2);
  put("product", shown(standing.product));
  put("scope", words_of(standing.scope));
  put("roll", roll_words(standing));
  put("owner", words_of(standing.owner));
  put("registered in", words_of(standing.registered_in));
  put("state", state_words(standing));
  put("lifetime", words_of(standing.lifetime));
  put("version", words_of(standing.version));
  put("rotation", words_of(standing.rotation));
  put("teardown", words_of(standing.teardown));
}

std::string approval_words(const std::optional<roll::Approval>& approval) {
  if (!approval) return "no approval stated";
  return fmt::format("approved by {}{}", shown(approval->by),
                     approval->ticket.empty() ? "" : fmt::format(" ({})", shown(approval->ticket)));
}

}  // namespace

std::string title_of(const Standing& standing) {
  const std::string& path = standing.runner.path;
  return fmt::format("{} ({}{}{})", name_of(standing), shown(standing.product),
                     path.empty() ? "" : " in ", shown(path));
}

std::string roll_words(const Standing& standing) {
  const judge::Match* match = standing.match;
  if (match == nullptr) return "not assessed against a roll";
  if (!match->listed())
    return match->almost.empty() ? "unlisted" : fmt::format("unlisted; {}", shown(match->almost));
  const auto& approval = match->entry != nullptr ? match->entry->approval : match->pool->approval;
  std::string result =
      match->entry != nullptr
          ? fmt::format("listed as {}", shown(match->entry->name))
          : fmt::format("{} in pool {}",
                        standing.status == Status::unproven ? "unproven" : "listed",
                        shown(match->pool->name));
  if (!match->by.empty()) result += fmt::format(", matched by {}", shown(match->by));
  result += ", " + approval_words(approval);
  if (standing.lapsed) result += ", expired";
  return result;
}

void put_roster(Page& page, const std::vector<Standing>& standings) {
  if (standings.empty()) return;
  page.blank();
  page.heading("RUNNERS", grouped(standings.size()));
  page.blank();
  if (standings.size() > 1 && put_table(page, standings)) return;
  for (const Standing& standing : standings) {
    put_block(page, standing);
    page.blank();
  }
}

}  // namespace muster::report
