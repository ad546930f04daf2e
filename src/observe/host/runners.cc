// Brings registration files, processes and units together into runners.
#include "observe/host/runners.h"

#include "base/text.h"
#include "formats/unit_file.h"
#include "observe/host/launch.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

namespace muster::observe {
namespace {

constexpr std::string_view listener_role = "listener";
constexpr int most_links = 40;

// The path with the links of its folders resolved, so that one file has one name. A last part that
// is a link stays: what it leads to is somebody else's choice.
std::string canonical(const Root& root, const std::string& path) {
  std::string result;
  std::string rest = normal_path(path);
  for (int links = 0; links <= most_links && !rest.empty();) {
    const size_t end = std::min(rest.find('/', 1), rest.size());
    std::string next = result + rest.substr(0, end);
    rest.erase(0, end);
    const auto target = rest.empty() ? fail(Errc::not_found, "") : root.link_target(next);
    if (!target) {
      result = std::move(next);
      continue;
    }
    links++;
    rest.insert(0, normal_path(join_path(result.empty() ? "/" : result, *target)));
    result.clear();
  }
  return rest.empty() ? result : path;
}

// A value that points to a secret instead of being one: Buildkite's re-executed agent shows fd://N.
bool is_handed_over(std::string_view value) { return value.starts_with("fd://"); }

class Finder {
 public:
  Finder(const Root& root, const catalog::Catalog& catalog, const MarkerNames& names,
         const ProcessTable& processes, const Accounts& accounts, std::vector<facts::Gap>& gaps)
      : root_(root),
        catalog_(catalog),
        names_(names),
        processes_(processes),
        accounts_(accounts),
        gaps_(gaps) {}

  void add_file(const std::string& path) { load(path, false); }
  void add_process(const facts::Process& process);
  void add_unit(const facts::Unit& unit);
  RunnersFound finish() &&;

 private:
  std::vector<size_t> load(const std::string& path, bool expected);
  std::vector<size_t> first_registered(const std::vector<std::string>& paths);
  FileCheck holds_registration();
  std::optional<size_t> started_by(const facts::Unit& unit, std::string_view product) const;
  size_t add_from_launch(const Recognised& known, const Launch& launch);
  void attach(size_t index, const facts::Process& process, const Recognised& known,
              const Launch& launch);
  void attach(size_t index, const facts::Unit& unit);
  std::string account_name(uint32_t uid) const;
  void settle_user(facts::Runner& runner, const std::vector<const facts::Unit*>& units) const;

  const Root& root_;
  const catalog::Catalog& catalog_;
  const MarkerNames& names_;
  const ProcessTable& processes_;
  const Accounts& accounts_;
  std::vector<facts::Gap>& gaps_;
  std::vector<facts::Runner> runners_;
  std::vector<facts::Role> roles_;
  std::map<std::string, std::vector<size_t>> by_config_;
  std::map<size_t, std::vector<const facts::Unit*>> units_of_;
};

std::vector<size_t> Finder::load(const std::string& path, bool expected) {
  const std::string place = canonical(root_, path);
  if (const auto known = by_config_.find(place);
      known != by_config_.end() && !known->second.empty())
    return known->second;
  auto found = read_registrations(root_, names_, place, expected, gaps_);
  if (found.empty()) return {};
  auto& indexes = by_config_[found.front().config];
  if (indexes.empty())
    for (facts::Runner& runner : found) {
      indexes.push_back(runners_.size());
      runners_.push_back(std::move(runner));
    }
  return by_config_[place] = indexes;
}

std::vector<size_t> Finder::first_registered(const std::vector<std::string>& paths) {
  for (const std::string& path : paths)
    if (auto indexes = load(path, true); !indexes.empty()) return indexes;
  return {};
}

FileCheck Finder::holds_registration() {
  return [this](const catalog::Product& product, const std::vector<std::string>& paths) {
    const auto indexes = first_registered(paths);
    return std::ranges::any_of(indexes,
                               [&](size_t i) { return runners_[i].product == product.id; });
  };
}

std::string Finder::account_name(uint32_t uid) const {
  const facts::Account* account = accounts_.find(uid);
  return account != nullptr ? account->name : fmt::format("uid {}", uid);
}

// Whether the command line itself says where or with what it registers, so that it is a
// registration of its own whatever a configuration file elsewhere says.
bool registers_itself(const Recognised& known, const Launch& launch) {
  const catalog::Product* const product = known.product;
  const catalog::ProcessPattern* const pattern = known.pattern;
  if (!pattern->registers_without_files) return false;
  const auto by_flag = [&](std::string_view field) {
    const auto flags = pattern->flags.find(std::string(field));
    return flags != pattern->flags.end() && flag_value(flags->second, launch).has_value();
  };
  const auto secret = flag_value(product->secret_flags, launch);
  if (by_flag("scope") || field_of(*pattern, launch, "jitconfig") ||
      (secret && !is_handed_over(secret->value)))
    return true;
  // A shared token in the environment registers anew; the keys of a job's own environment do not.
  return product->shared_token &&
         std::ranges::any_of(product->secret_environment, [&](const std::string& key) {
           const bool of_a_job = std::ranges::find(product->job.own, key) != product->job.own.end();
           return !of_a_job && launch.environment.contains(key);
         });
}

bool has_flag(const catalog::ProcessPattern& pattern, const Launch& launch,
              const std::string& field) {
  const auto flags = pattern.flags.find(field);
  if (flags == pattern.flags.end()) return false;
  return std::ranges::any_of(launch.arguments, [&](std::string_view argument) {
    const std::string_view flag = argument.substr(0, argument.find('='));
    const bool off = argument.ends_with("=false") || argument.ends_with("=0");
    return !off && std::ranges::find(flags->second, flag) != flags->second.end();
  });
}

// What the command line and environment add to a runner, without overruling its registration file.
void add_fields(facts::Runner& runner, const catalog::ProcessPattern& pattern,
                const Launch& launch) {
  const auto take = [&](std::string& into, const std::string& field) {
    const auto value = field_of(pattern, launch, field);
    if (!into.empty() || !value) return;
    const auto unknown = pattern.unknown_when.find(field);
    if (unknown != pattern.unknown_when.end() && catalog::matches(unknown->second, value->value))
      return;
    into = shareable(pattern.digest_when, field,
                     visible(field == "scope" ? without_user_information(value->value)
                                              : std::string(value->value)));
    runner.places[field] = {launch.where, value->place, 0};
  };
  take(runner.name, "name");
  take(runner.scope, "scope");
  take(runner.uuid, "uuid");
  take(runner.platform_id, "id");
  take(runner.executor, "executor");
  take(runner.work_folder, "work_folder");
  if (const auto labels = field_of(pattern, launch, "labels"); labels && runner.labels.empty()) {
    for (const std::string_view label : split(labels->value, ','))
      if (!trim(label).empty()) runner.labels.push_back(visible(trim(label)));
    runner.places["labels"] = {launch.where, labels->place, 0};
  }
  const auto by_environment = field_of(pattern, launch, "ephemeral");
  const bool told =
      has_flag(pattern, launch, "ephemeral") ||
      (by_environment && !by_environment->place.starts_with('-') &&
       (equals_ignoring_case(by_environment->value, "true") || by_environment->value == "1"));
  if (told) runner.ephemeral = true;
}

size_t Finder::add_from_launch(const Recognised& known, const Launch& launch) {
  facts::Runner runner;
  const facts::Source source{launch.where, "", 0};
  if (const auto jit = field_of(*known.pattern, launch, "jitconfig"))
    if (auto unfolded = read_jit_configuration(jit->value, names_, {launch.where, jit->place, 0});
        !unfolded.empty())
      runner = std::move(unfolded.front());
  runner.product = known.product->id;
  runner.platform = known.product->platform;
  runner.shared_token = known.product->shared_token;
  if (runner.sources.empty()) runner.sources.push_back(source);
  add_fields(runner, *known.pattern, launch);
  const auto paths = registration_paths(*known.pattern, launch);
  for (const std::string& path : paths)
    if (runner.path.empty() && is_below(launch.exe, parent_path(path)))
      runner.path = visible(parent_path(path));
  if (runner.path.empty() && launch.cwd != "/") runner.path = visible(launch.cwd);
  runners_.push_back(std::move(runner));
  return runners_.size() - 1;
}

void Finder::attach(size_t index, const facts::Process& process, const Recognised& known,
                    const Launch& launch) {
  facts::Runner& runner = runners_[index];
  if (std::ranges::find(runner.pids, process.parent) != runner.pids.end()) return;
  runner.pids.push_back(process.pid);
  if (const auto user = field_of(*known.pattern, launch, "user")) {
    runner.user = visible(user->value);
    runner.user_from = "configuration";
  }
  add_fields(runner, *known.pattern, launch);
  const facts::Source source{launch.where, "", 0};
  if (std::ranges::find(runner.sources, source) == runner.sources.end())
    runner.sources.push_back(source);
}

void Finder::add_process(const facts::Process& process) {
  const RawProcess* raw = processes_.find_raw(process.pid);
  if (raw == nullptr) return;
  const facts::Account* account = accounts_.find(process.uid);
  const Launch launch{.exe = raw->exe,
                      .cwd = raw->cwd,
                      .home = account != nullptr ? account->home : "",
                      .uid = process.uid,
                      .arguments = raw->arguments,
                      .environment = raw->environment,
                      .where = fmt::format("pid {}", process.pid)};
  const auto known = recognise(catalog_, launch, holds_registration());
  if (!known) return;
  roles_.push_back({process.pid, known->product->id, known->pattern->role});
  if (known->pattern->role != listener_role) return;

  std::vector<size_t> indexes;
  if (process.other_mount_namespace)
    gaps_.push_back({fmt::format("files of pid {} ({})", process.pid, process.name),
                     "it runs in a container: its files are not the host's", false});
  else if (!registers_itself(*known, launch))
    indexes = first_registered(registration_paths(*known->pattern, launch));
  std::erase_if(indexes, [&](size_t i) {
    return runners_[i].platform != known->product->platform &&
           runners_[i].product != known->product->id;
  });
  if (indexes.empty()) indexes.push_back(add_from_launch(*known, launch));
  for (const size_t index : indexes) attach(index, process, *known, launch);
}

const facts::Setting* last_setting(const facts::Unit& unit, std::string_view key) {
  const auto found =
      std::ranges::find(unit.settings.rbegin(), unit.settings.rend(), key, &facts::Setting::key);
  return found == unit.settings.rend() ? nullptr : &*found;
}

std::string value_of(const facts::Unit& unit, std::string_view key) {
  const facts::Setting* setting = last_setting(unit, key);
  return setting == nullptr ? "" : setting->value;
}

std::optional<size_t> Finder::started_by(const facts::Unit& unit, std::string_view product) const {
  for (size_t i = 0; i < runners_.size(); i++)
    for (const int32_t pid : runners_[i].pids) {
      const facts::Process* process = processes_.find(pid);
      if (process == nullptr || runners_[i].product != product) continue;
      const auto parts = split(process->cgroup, '/');
      if (std::ranges::find(parts, unit.name) != parts.end()) return i;
    }
  return std::nullopt;
}

void Finder::attach(size_t index, const facts::Unit& unit) {
  runners_[index].units.push_back(fmt::format("{}/{}", unit.scope, unit.name));
  if (!unit.files.empty()) runners_[index].sources.push_back({unit.files.front(), "", 0});
  units_of_[index].push_back(&unit);
}

void Finder::add_unit(const facts::Unit& unit) {
  const facts::Setting* start = last_setting(unit, "ExecStart");
  if (start == nullptr) return;
  const auto words = formats::split_command(start->value);
  if (words.empty()) return;
  const std::string user = value_of(unit, "User");
  const facts::Account* account =
      accounts_.find(std::string_view(unit.scope != "system" ? unit.scope
                                      : user.empty()         ? std::string_view("root")
                                                             : user));
  Launch launch{.exe = words[0],
                .cwd = value_of(unit, "WorkingDirectory"),
                .home = account != nullptr ? account->home : "",
                .uid = account != nullptr ? account->uid : 0,
                .arguments = {words.begin(), words.end()},
                .environment = {},
                .where = start->source.where};
  if (launch.cwd.starts_with('-')) launch.cwd.erase(0, 1);
  if (launch.cwd == "~") launch.cwd = launch.home;

  auto known = recognise(catalog_, launch, holds_registration());
  if (!known) {
    for (const catalog::Product& product : catalog_.products) {
      const bool named = std::ranges::any_of(product.unit_names, [&](const auto& pattern) {
        return catalog::matches(pattern, unit.name);
      });
      const bool commanded =
          product.unit_commands && catalog::matches(product.unit_commands, start->value);
      if ((!named && !commanded) || product.processes.empty()) continue;
      known = Recognised{&product, &product.processes.front()};
      break;
    }
  }
  if (!known || known->pattern->role == "management") return;
  // What the unit's own settings lead to comes before what lives in its cgroup: a job of the unit's
  // runner lives there as well, and may have started a runner of its own.
  const bool itself = registers_itself(*known, launch);
  std::vector<size_t> indexes;
  if (!itself) indexes = first_registered(registration_paths(*known->pattern, launch));
  if (indexes.empty())
    if (const auto running = started_by(unit, known->product->id)) indexes.push_back(*running);
  if (indexes.empty() && itself && unit.autostart)
    indexes.push_back(add_from_launch(*known, launch));
  for (const size_t index : indexes)
    if (runners_[index].product == known->product->id) attach(index, unit);
}

void Finder::settle_user(facts::Runner& runner,
                         const std::vector<const facts::Unit*>& units) const {
  if (!runner.user.empty()) {
    if (runner.user_from.empty()) runner.user_from = "configuration";
    return;
  }
  if (!runner.pids.empty()) {
    if (const facts::Process* process = processes_.find(runner.pids.front())) {
      runner.user = account_name(process->uid);
      runner.user_from = "process";
      return;
    }
  }
  // Scope "*": any account's manager may run it, so it names nobody.
  if (!units.empty() && units.front()->scope != "*") {
    const std::string user = value_of(*units.front(), "User");
    runner.user = units.front()->scope != "system" ? units.front()->scope
                  : user.empty()                   ? "root"
                                                   : user;
    runner.user_from = "unit";
    return;
  }
  if (const auto info = root_.link_info(runner.config)) {
    runner.user = account_name(info->uid);
    runner.user_from = "file owner";
  }
}

RunnersFound Finder::finish() && {
  for (size_t i = 0; i < runners_.size(); i++) {
    settle_user(runners_[i], units_of_[i]);
    std::ranges::sort(runners_[i].pids);
    std::ranges::sort(runners_[i].units);
  }
  std::ranges::sort(runners_, {}, [](const facts::Runner& r) {
    return std::tie(r.product, r.config, r.path, r.name, r.scope, r.pids);
  });
  std::ranges::sort(roles_, {}, &facts::Role::pid);
  return {std::move(runners_), std::move(roles_)};
}

}  // namespace

RunnersFound find_runners(const Root& root, const catalog::Catalog& catalog,
                          const MarkerNames& names, std::vector<std::string> marker_paths,
                          const ProcessTable& processes, const std::vector<facts::Unit>& units,
                          const Accounts& accounts, std::vector<facts::Gap>& gaps) {
  Finder finder(root, catalog, names, processes, accounts, gaps);
  std::ranges::sort(marker_paths);
  for (const std::string& path : marker_paths) finder.add_file(path);
  for (const facts::Process& process : processes.processes) finder.add_process(process);
  for (const facts::Unit& unit : units) finder.add_unit(unit);
  return std::move(finder).finish();
}

}  // namespace muster::observe
