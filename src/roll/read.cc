// Reads a roll as a whole: the document, its sections, and what must not occur twice.
#include "base/text.h"
#include "formats/parse.h"
#include "roll/fields.h"
#include "roll/problems.h"
#include "roll/roll.h"
#include "roll/sections.h"

#include <fmt/format.h>

#include <map>
#include <tuple>

namespace muster::roll {
namespace {

using formats::Document;
using formats::Node;

// Room for some ten thousand entries with every key written.
constexpr formats::Limits limits{
    .bytes = size_t{16} << 20, .nodes = 1'000'000, .depth = 16, .aliases = 1000};

constexpr std::string_view start_over = "\"muster roll init\" writes a valid starting roll";

Result<Document> parse_document(std::string_view file_name, std::string_view text) {
  auto document = formats::parse_yaml(text, limits);
  if (document) return document;
  Error error = std::move(document).error();
  const bool placed = !error.what.empty() && error.what[0] >= '0' && error.what[0] <= '9';
  error.what = fmt::format("{}{}{}", visible(file_name), placed ? ":" : ": ", error.what);
  if (error.code == Errc::malformed && text.find('\t') != text.npos)
    return std::unexpected(std::move(error).advise("indent with blanks: YAML refuses tabs"));
  if (!error.advice.empty()) return std::unexpected(std::move(error));
  return std::unexpected(std::move(error).advise(std::string(start_over)));
}

void check_version(const Fields& fields, Problems& problems) {
  const std::string version = fields.needed("version", "begin the roll with \"version: 1\"");
  if (version.empty() || version == "1") return;
  problems.add(fields.place("version"),
               fmt::format("version {} is not known to this Muster", quoted(version)),
               "write \"version: 1\"");
}

// The names by which an entry is found; two that agree in all of them are one too many.
using Identity = std::tuple<std::string, std::string, std::string, std::string, std::string>;

class Seen {
 public:
  explicit Seen(Problems& problems) : problems_(problems) {}
  void add(Identity identity, Line at, std::string what, std::string advice) {
    const auto [first, is_new] = seen_.emplace(std::move(identity), at);
    if (is_new) return;
    problems_.add({at.line, at.column}, fmt::format("{}, as in line {}", what, first->second.line),
                  std::move(advice));
  }

 private:
  std::map<Identity, Line> seen_;
  Problems& problems_;
};

// Names may recur on other hosts and in other folders; ids may not.
void check_runners_are_distinct(const std::vector<Entry>& runners, Problems& problems) {
  Seen names(problems), ids(problems), uuids(problems);
  for (const Entry& entry : runners) {
    const std::string scope = normal_scope(entry.scope);
    if (!entry.name.empty())
      names.add({entry.platform, scope, entry.name, lower(entry.host), entry.path}, entry.at,
                fmt::format("a second runner is named {}", quoted(entry.name)),
                "drop one, or tell them apart by host or path");
    if (!entry.id.empty())
      ids.add({entry.platform, scope, entry.id, {}, {}}, entry.at,
              fmt::format("a second runner has id {}", quoted(entry.id)),
              "an id is one registration: drop one of the entries");
    if (!entry.uuid.empty())
      uuids.add({entry.platform, scope, lower(entry.uuid), {}, {}}, entry.at,
                fmt::format("a second runner has uuid {}", quoted(entry.uuid)),
                "a uuid is one registration: drop one of the entries");
  }
}

void check_pools_are_distinct(const std::vector<Pool>& pools, Problems& problems) {
  Seen names(problems);
  for (const Pool& pool : pools)
    if (!pool.name.empty())
      names.add({pool.name, {}, {}, {}, {}}, pool.at,
                fmt::format("a second pool is named {}", quoted(pool.name)),
                "give one of them another name");
}

Roll read_sections(Node root, std::string_view file_name, Problems& problems) {
  constexpr std::string_view known[] = {"version", "owners", "registrars",
                                        "runners", "pools",  "exceptions"};
  const Fields fields(root, "a roll", known, problems);
  check_version(fields, problems);
  Roll roll;
  roll.file = file_name;
  roll.owners = fields.texts("owners");
  for (const Node node : fields.maps("registrars"))
    roll.registrars.push_back(read_registrar(node, problems));
  for (const Node node : fields.maps("runners")) roll.runners.push_back(read_entry(node, problems));
  for (const Node node : fields.maps("pools")) roll.pools.push_back(read_pool(node, problems));
  for (const Node node : fields.maps("exceptions"))
    roll.exceptions.push_back(read_exception(node, problems));
  check_runners_are_distinct(roll.runners, problems);
  check_pools_are_distinct(roll.pools, problems);
  return roll;
}

std::string shown(std::string_view file_name, const Problem& problem) {
  return fmt::format("{}:{}:{}: {}; {}", visible(file_name), problem.at.line, problem.at.column,
                     problem.what, problem.advice);
}

}  // namespace

Result<Reading> read(std::string_view file_name, std::string_view text) {
  TRY_ASSIGN(const Document document, parse_document(file_name, text));
  const Node root = document.root();
  if (!root.is_map())
    return fail(
        Errc::malformed,
        fmt::format("{} is not a roll: it holds {}", visible(file_name), to_string(root.kind())),
        std::string(start_over));
  Problems problems;
  for (const auto& duplicate : document.duplicates())
    problems.add(duplicate.second, fmt::format("duplicate key {}", quoted(duplicate.key)),
                 fmt::format("it is in line {} already: keep one", duplicate.first.line));
  Reading reading;
  reading.roll = read_sections(root, file_name, problems);
  reading.problems = problems.take();
  return reading;
}

Result<Roll> parse(std::string_view file_name, std::string_view text) {
  TRY_ASSIGN(Reading reading, read(file_name, text));
  const auto& problems = reading.problems;
  if (problems.empty()) return std::move(reading.roll);
  if (problems.size() == 1) return fail(Errc::malformed, shown(file_name, problems[0]));
  constexpr size_t most = 5;
  std::string what = fmt::format("{} has {} problems:", visible(file_name), problems.size());
  for (size_t i = 0; i < std::min(most, problems.size()); i++)
    what += "\n  " + shown(file_name, problems[i]);
  return fail(Errc::malformed, std::move(what),
              fmt::format("\"muster roll check {}\" lists all of them", visible(file_name)));
}

}  // namespace muster::roll
