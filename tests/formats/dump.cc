// Dumps of documents, units and account files.
#include "formats/dump.h"

#include "base/text.h"
#include "formats/accounts.h"
#include "formats/parse.h"
#include "formats/unit_file.h"

#include <fmt/format.h>

#include <functional>
#include <iterator>
#include <map>

namespace muster::tests {
namespace {

using namespace muster::formats;

std::string shown(Place place) {
  return place.line == 0 ? "-" : fmt::format("{}:{}", place.line, place.column);
}

std::string shown(Node node) {
  if (!node.is_scalar() || node.kind() == NodeKind::null)
    return std::string(to_string(node.kind()));
  return fmt::format("{} \"{}\"", to_string(node.kind()), visible(node.text()));
}

void put(std::string& out, Node node, size_t indent, bool places, std::string_view role = {}) {
  out += fmt::format("{:{}}{}{}{}\n", "", indent, places ? shown(node.place()) + " " : "", role,
                     shown(node));
  for (size_t i = 0; i < node.size(); i++) {
    if (node.is_map()) put(out, node.key(i), indent + 2, places, "key ");
    put(out, node.is_map() ? node.value(i) : node.item(i), indent + (node.is_map() ? 4 : 2),
        places);
  }
}

std::string dump_error(const Error& error) {
  return fmt::format("{}: {}\n", to_string(error.code), error.what);
}

void put_problems(std::string& out, const std::vector<std::pair<uint32_t, std::string>>& problems) {
  for (const auto& [line, what] : problems) out += fmt::format("problem in {}: {}\n", line, what);
}

std::string dump_unit(std::string_view text) {
  const Result<UnitFile> unit = parse_unit_file(text);
  if (!unit) return dump_error(unit.error());
  std::string out;
  for (const UnitSetting& setting : unit->settings) {
    out += fmt::format("{} [{}] {} = \"{}\"\n", setting.line, visible(setting.section),
                       visible(setting.key), visible(setting.value));
    if (setting.key.starts_with("Exec"))
      for (const std::string& word : split_command(setting.value))
        out += fmt::format("  word \"{}\"\n", visible(word));
    if (setting.key == "Environment")
      for (const auto& [name, value] : split_environment(setting.value))
        out += fmt::format("  variable {} = \"{}\"\n", visible(name), visible(value));
  }
  put_problems(out, unit->problems);
  return out;
}

std::string dump_passwd(std::string_view text) {
  std::string out;
  for (const PasswdLine& line : parse_passwd(text))
    out += fmt::format("{} uid {} gid {} home \"{}\" shell \"{}\"\n", visible(line.name), line.uid,
                       line.gid, visible(line.home), visible(line.shell));
  return out;
}

std::string dump_group(std::string_view text) {
  std::string out;
  for (const GroupLine& line : parse_group(text))
    out += fmt::format("{} gid {} members [{}]\n", visible(line.name), line.gid,
                       visible(join(line.members, ", ")));
  return out;
}

std::string dump_sudoers(std::string_view text) {
  const Result<Sudoers> sudoers = parse_sudoers(text);
  if (!sudoers) return dump_error(sudoers.error());
  std::string out;
  for (const SudoRule& rule : sudoers->rules)
    out += fmt::format("{} [{}] as [{}]{} run [{}]\n", rule.line, visible(join(rule.who, "; ")),
                       visible(join(rule.run_as, "; ")),
                       rule.password_needed ? "" : " without password",
                       visible(join(rule.commands, "; ")));
  for (const auto& [path, line] : sudoers->includes)
    out += fmt::format("{} includes \"{}\"\n", line, visible(path));
  for (const std::string& who : sudoers->no_password_for)
    out += fmt::format("no password for {}\n", visible(who));
  put_problems(out, sudoers->problems);
  return out;
}

using Dump = std::function<std::string(std::string_view)>;

template <Result<Document> (*Parse)(std::string_view, const Limits&)>
std::string dump_document(std::string_view text) {
  return dump(Parse(text, {}));
}

const std::map<std::string_view, Dump>& dumps() {
  static const std::map<std::string_view, Dump> all = {
      {"group", dump_group},
      {"json", dump_document<parse_json>},
      {"key_value", dump_document<parse_key_value>},
      {"passwd", dump_passwd},
      {"python_assignments", dump_document<parse_python_assignments>},
      {"sudoers", dump_sudoers},
      {"toml", dump_document<parse_toml>},
      {"unit_file", dump_unit},
      {"yaml", dump_document<parse_yaml>},
  };
  return all;
}

}  // namespace

std::vector<std::string> format_names() {
  std::vector<std::string> names;
  for (const auto& [name, unused] : dumps()) names.emplace_back(name);
  return names;
}

std::string dump(const Result<Document>& document) {
  if (!document) return dump_error(document.error());
  std::string out;
  put(out, document->root(), 0, true);
  for (const DuplicateKey& duplicate : document->duplicates())
    out += fmt::format("duplicate \"{}\" {} {}\n", visible(duplicate.key), shown(duplicate.first),
                       shown(duplicate.second));
  return out;
}

std::string dump(std::string_view format, std::string_view text) {
  return dumps().at(format)(text);
}

std::string dump_tree(Node node) {
  std::string out;
  put(out, node, 0, false);
  return out;
}

}  // namespace muster::tests
