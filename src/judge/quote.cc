// Facts as evidence lines.
#include "judge/quote.h"

#include "base/text.h"

#include <fmt/format.h>

#include <algorithm>

namespace muster::judge {
namespace {

constexpr size_t longest_command = 200;

std::string command_of(const facts::Process& process) {
  std::string text = join(process.arguments, " ");
  if (text.empty()) text = process.exe.empty() ? process.name : process.exe;
  if (text.size() > longest_command) {
    text.resize(longest_command);
    while (!is_utf8(text)) text.pop_back();
    text += "…";
  }
  return text;
}

const facts::Process* find_process(const facts::Host& host, int32_t pid) {
  const auto found = std::ranges::lower_bound(host.processes, pid, {}, &facts::Process::pid);
  return found != host.processes.end() && found->pid == pid ? &*found : nullptr;
}

}  // namespace

Evidence quote(const facts::Unit& unit) {
  const auto start = std::ranges::find(unit.settings.rbegin(), unit.settings.rend(), "ExecStart",
                                       &facts::Setting::key);
  facts::Source source{unit.files.empty() ? unit.name : unit.files.front(), "", 0};
  if (start != unit.settings.rend()) source = {start->source.where, "", start->source.line};
  return {std::move(source), fmt::format("{} ({}) starts it {}", unit.name, unit.scope,
                                         unit.autostart ? "at boot" : "when asked to")};
}

std::string name_of(const facts::Runner& runner) {
  if (!runner.name.empty()) return runner.name;
  return runner.path.empty() ? "Unnamed runner" : fmt::format("Unnamed runner in {}", runner.path);
}

Evidence quote(const facts::Process& process) {
  return {{fmt::format("pid {}", process.pid), "", 0}, command_of(process)};
}

Evidence quote_field(const facts::Runner& runner, std::string_view field, std::string text) {
  const auto place = runner.places.find(std::string(field));
  if (place != runner.places.end()) return {place->second, std::move(text)};
  return {runner.sources.empty() ? facts::Source{} : runner.sources.front(), std::move(text)};
}

std::vector<Evidence> quote(const facts::Runner& runner, const facts::Host& host) {
  std::vector<Evidence> evidence;
  const auto field = [&](std::string_view key, std::string_view value) {
    const auto place = runner.places.find(std::string(key));
    if (place != runner.places.end() && !value.empty())
      evidence.push_back({place->second, fmt::format("{}", value)});
  };
  field("name", runner.name);
  field("scope", runner.scope);
  if (evidence.empty() && !runner.sources.empty())
    evidence.push_back({runner.sources.front(), "registration"});
  for (const int32_t pid : runner.pids)
    if (const facts::Process* process = find_process(host, pid))
      evidence.push_back(quote(*process));
  for (const std::string& name : runner.units)
    if (const facts::Unit* unit = find_unit(host, name)) evidence.push_back(quote(*unit));
  return evidence;
}

const facts::Unit* find_unit(const facts::Host& host, std::string_view scope_and_name) {
  const auto found = std::ranges::find_if(host.units, [&](const facts::Unit& unit) {
    return scope_and_name.size() == unit.scope.size() + unit.name.size() + 1 &&
           scope_and_name.starts_with(unit.scope) && scope_and_name.ends_with(unit.name);
  });
  return found == host.units.end() ? nullptr : &*found;
}

bool is_live(const facts::Runner& runner) { return !runner.pids.empty(); }

bool starts_by_itself(const facts::Runner& runner, const facts::Host& host) {
  return std::ranges::any_of(runner.units, [&](const std::string& name) {
    const facts::Unit* unit = find_unit(host, name);
    return unit != nullptr && unit->autostart;
  });
}

}  // namespace muster::judge
