// Services of systemd's managers: which there are, and what their files make of them.
#include "observe/host/units.h"

#include "base/text.h"
#include "formats/unit_file.h"
#include "observe/host/evidence.h"
#include "observe/host/unit_folders.h"
#include "observe/host/unit_names.h"
#include "observe/host/unit_settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <unordered_map>

namespace muster::observe {
namespace {

// Bounds against folders made to be endless; an ordinary host has some 300 files.
constexpr size_t most_files = 20'000;
constexpr size_t most_bytes = size_t{64} << 20;
constexpr size_t most_settings = 100'000;
constexpr size_t most_accounts = 100'000;
constexpr int longest_alias_chain = 8;
constexpr std::string_view nowhere = "/dev/null";  // a link to it masks

// The files of all units, each read and parsed once.
class UnitFiles {
 public:
  UnitFiles(const Root& root, std::vector<facts::Gap>& gaps, uint64_t& files_read)
      : root_(root), gaps_(gaps), files_read_(files_read) {}

  struct File {
    enum class State : uint8_t { good, masked, missing, closed } state = State::missing;
    formats::UnitFile content;
  };
  // `uid`: the account whose manager reads the file; nothing for files of the system's folders.
  const File& read(const std::string& path, std::optional<uint32_t> uid);
  // False, with one gap, once the settings and drop-ins of all units together are too many.
  bool afford(size_t more);

 private:
  File load(const std::string& path, std::optional<uint32_t> uid);
  void give_up(std::string_view why);

  const Root& root_;
  std::vector<facts::Gap>& gaps_;
  uint64_t& files_read_;
  std::unordered_map<std::string, File> files_;
  size_t bytes_ = 0;
  size_t settings_ = 0;
  bool gave_up_ = false;
};

void UnitFiles::give_up(std::string_view why) {
  if (!gave_up_) gaps_.push_back({"systemd units", std::string(why), true});
  gave_up_ = true;
}

bool UnitFiles::afford(size_t more) {
  settings_ += more;
  if (settings_ > most_settings) give_up(fmt::format("more than {} settings", most_settings));
  return settings_ <= most_settings;
}

const UnitFiles::File& UnitFiles::read(const std::string& path, std::optional<uint32_t> uid) {
  auto found = files_.find(path);
  if (found == files_.end()) found = files_.emplace(path, load(path, uid)).first;
  return found->second;
}

UnitFiles::File UnitFiles::load(const std::string& path, std::optional<uint32_t> uid) {
  using enum File::State;
  if (files_.size() >= most_files || bytes_ >= most_bytes) {
    give_up(fmt::format("more than {} files or {} MiB", most_files, most_bytes >> 20));
    return {closed, {}};
  }
  if (uid) {
    // Through links in its folders an account could have Muster quote what it cannot read itself.
    const auto info = root_.info(path);
    if (info && info->kind == FileKind::regular && info->uid != *uid && (info->mode & 0004) == 0) {
      gaps_.push_back({visible(path), "leads to a file that its account may not read", false});
      return {closed, {}};
    }
  }
  const auto text = root_.read(path);
  if (!text) {
    if (text.error().code == Errc::not_found) return {missing, {}};
    if (const auto target = root_.link_target(path); target && *target == nowhere)
      return {masked, {}};
    gaps_.push_back(gap_of(path, text.error(), true));
    return {closed, {}};
  }
  files_read_++;
  bytes_ += text->size();
  if (text->empty()) return {masked, {}};
  auto content = formats::parse_unit_file(*text);
  if (content) return {good, *std::move(content)};
  gaps_.push_back(gap_of(path, content.error(), true));
  return {closed, {}};
}

// One manager: the system's, an account's, or what all accounts' have in common.
struct UnitScope {
  std::string scope;
  UnitFolders folders;
  std::vector<std::string> paths;  // of folders, also of those that were left out as the same
  SpecifierContext context;
  std::optional<uint32_t> uid;  // an account's: only services that its own folders touch are told
};

class ScopeReader {
 public:
  ScopeReader(const UnitScope& manager, SettingRedactor& redactor, UnitFiles& files)
      : scope_(manager), redactor_(redactor), files_(files) {
    collect_aliases();
    collect_wanted();
  }
  void read(std::vector<facts::Unit>& units);

 private:
  struct Main {
    std::string path;
    std::string alias;  // the name it is another one for; empty: it is none
    bool masked = false;
    bool own = false;  // from a folder of the account
  };
  std::optional<Main> find_main(std::string_view name) const;
  Main classify(const UnitFolder& folder, std::string_view name, const std::string& target) const;
  bool is_own(const UnitFolder& folder) const;
  std::string resolve(std::string name) const;
  void collect_aliases();
  void collect_wanted();
  std::vector<std::string> names_of(const std::string& name) const;
  std::vector<std::pair<std::string, bool>> dropins_of(const std::string& name) const;
  std::optional<facts::Unit> compose(const std::string& name);

  const UnitScope& scope_;
  SettingRedactor& redactor_;
  UnitFiles& files_;
  std::set<std::string> services_;  // names that have a file of their own, aliases too
  std::map<std::string, std::vector<std::string>> aliases_;  // by the name they stand for
  std::map<std::string, bool> wanted_;  // true: by a link in a folder of the account
};

bool ScopeReader::is_own(const UnitFolder& folder) const {
  return scope_.uid &&
         std::ranges::find(shared_user_unit_paths(), folder.path) == shared_user_unit_paths().end();
}

ScopeReader::Main ScopeReader::classify(const UnitFolder& folder, std::string_view name,
                                        const std::string& target) const {
  Main main{join_path(folder.path, name), {}, false, is_own(folder)};
  if (target.empty()) return main;
  const std::string leads_to = normal_path(join_path(folder.path, target));
  if (leads_to == nowhere) {
    main.masked = true;
  } else if (std::ranges::find(scope_.paths, parent_path(leads_to)) != scope_.paths.end()) {
    // To another unit: an alias, or an instance of a template. Elsewhere: a linked file.
    if (base_name(leads_to) != name) main.alias = base_name(leads_to);
    main.path = leads_to;
  }
  const UnitName parsed = parse_unit_name(name);
  if (parsed.is_instance() && main.alias == template_of(parsed)) main.alias.clear();
  return main;
}

std::optional<ScopeReader::Main> ScopeReader::find_main(std::string_view name) const {
  for (const auto& folder : scope_.folders)
    if (const auto found = folder->services.find(name); found != folder->services.end())
      return classify(*folder, name, found->second);
  const UnitName parsed = parse_unit_name(name);
  if (!parsed.is_instance()) return std::nullopt;
  auto main = find_main(template_of(parsed));
  if (main && !main->alias.empty()) {
    const UnitName other = parse_unit_name(main->alias);
    if (other.is_template())
      main->alias = fmt::format("{}@{}.service", other.prefix, parsed.instance);
  }
  return main;
}

// The name that a name stands for in the end.
std::string ScopeReader::resolve(std::string name) const {
  for (int i = 0; i < longest_alias_chain; i++) {
    const auto main = find_main(name);
    if (!main || main->alias.empty()) break;
    name = main->alias;
  }
  return name;
}

void ScopeReader::collect_aliases() {
  for (const auto& folder : scope_.folders)
    for (const auto& [name, target] : folder->services) services_.insert(name);
  for (const std::string& name : services_)
    if (const std::string real = resolve(name); real != name) aliases_[real].push_back(name);
}

void ScopeReader::collect_wanted() {
  std::set<std::pair<std::string, std::string>> seen;
  for (const auto& folder : scope_.folders)
    for (const auto& [link, target] : folder->wants) {
      if (!seen.insert(link).second || target == nowhere)
        continue;  // of equal links the first counts
      std::string name = link.second;
      for (const std::string_view trigger : {".timer", ".socket", ".path"})  // start their service
        if (name.ends_with(trigger))
          name = name.substr(0, name.size() - trigger.size()) + ".service";
      if (name.ends_with(".service")) wanted_[resolve(std::move(name))] |= is_own(*folder);
    }
}

// The name and those that stand for it: all of them have drop-ins that count.
std::vector<std::string> ScopeReader::names_of(const std::string& name) const {
  std::vector<std::string> names = {name};
  if (const auto found = aliases_.find(name); found != aliases_.end())
    names.insert(names.end(), found->second.begin(), found->second.end());
  return names;
}

// Paths in the order in which they are applied: by file name, wherever they stand. Of equal file
// names the first counts: names before folders, and drop-ins for all services last.
std::vector<std::pair<std::string, bool>> ScopeReader::dropins_of(const std::string& name) const {
  std::map<std::string, std::pair<std::string, bool>> by_file;
  const auto add = [&](const UnitFolder& folder, std::string_view directory) {
    const auto found = folder.dropins.find(directory);
    if (found == folder.dropins.end()) return;
    for (const std::string& file : found->second)
      if (!by_file.contains(file))
        by_file.emplace(
            file, std::pair(fmt::format("{}/{}/{}", folder.path, directory, file), is_own(folder)));
  };
  for (const std::string& each : names_of(name)) {
    const auto directories = dropin_folders(each);
    for (const auto& folder : scope_.folders)
      for (const std::string& directory : directories) add(*folder, directory);
  }
  for (const auto& folder : scope_.folders) add(*folder, "service.d");
  std::vector<std::pair<std::string, bool>> paths;
  paths.reserve(by_file.size());
  for (auto& [file, path] : by_file) paths.push_back(std::move(path));
  return paths;
}

std::optional<facts::Unit> ScopeReader::compose(const std::string& name) {
  const auto main = find_main(name);
  if (!main || main->masked || !main->alias.empty()) return std::nullopt;
  std::vector<std::pair<std::string, bool>> dropins;
  if (files_.afford(0)) dropins = dropins_of(name);
  const auto wanted = wanted_.find(name);
  const bool touched = main->own || (wanted != wanted_.end() && wanted->second) ||
                       std::ranges::any_of(dropins, [](const auto& path) { return path.second; });
  if (scope_.uid && !touched) return std::nullopt;

  using State = UnitFiles::File::State;
  const UnitFiles::File& file = files_.read(main->path, main->own ? scope_.uid : std::nullopt);
  if (file.state == State::masked || file.state == State::missing) return std::nullopt;
  facts::Unit unit;
  unit.name = visible(name);
  unit.scope = scope_.scope;
  unit.autostart = wanted != wanted_.end();
  unit.files.push_back(visible(main->path));
  std::vector<UnitPart> parts = {{main->path, &file.content}};
  size_t settings = file.content.settings.size() + dropins.size();
  for (const auto& [path, own] : dropins) {
    const UnitFiles::File& dropin = files_.read(path, own ? scope_.uid : std::nullopt);
    if (dropin.state != State::good) continue;
    unit.files.push_back(visible(path));
    parts.push_back({path, &dropin.content});
    settings += dropin.content.settings.size();
  }
  if (files_.afford(settings)) apply_settings(parts, name, scope_.context, redactor_, unit);
  return unit;
}

void ScopeReader::read(std::vector<facts::Unit>& units) {
  std::set<std::string> names = services_;
  for (const auto& [name, own] : wanted_)
    if (parse_unit_name(name).is_instance()) names.insert(name);
  for (const std::string& name : names)
    if (auto unit = compose(name)) units.push_back(*std::move(unit));
}

// The paths of an account's manager; none when it has no folders of its own. A closed home is a
// gap.
std::vector<std::string> paths_of(const Root& root, const facts::Account& account,
                                  std::vector<facts::Gap>& gaps) {
  const std::string runtime = fmt::format("/run/user/{}", account.uid);
  bool any = false;
  for (const auto& [place, below] :
       {std::pair(account.home, "/.config/systemd"),
        std::pair(account.home, "/.local/share/systemd"), std::pair(runtime, "/systemd")}) {
    const auto info = root.info(place + below);
    any |= info.has_value();
    if (info || info.error().code == Errc::not_found) continue;
    facts::Gap gap = gap_of(place, info.error(), true);
    if (gaps.empty() || gaps.back() != gap) gaps.push_back(std::move(gap));
  }
  return any ? user_unit_paths(account.home, account.uid) : std::vector<std::string>();
}

std::vector<UnitScope> managers_of(const Root& root, const std::vector<facts::Account>& accounts,
                                   std::vector<facts::Gap>& gaps) {
  UnitFolderReader folders(root, gaps);
  std::vector<UnitScope> managers;
  const auto add = [&](std::string scope, std::vector<std::string> paths, SpecifierContext context,
                       std::optional<uint32_t> uid) {
    UnitFolders found = folders.read(paths);
    if (found.empty()) return;
    managers.push_back(
        {std::move(scope), std::move(found), std::move(paths), std::move(context), uid});
  };
  add("system", system_unit_paths(), {"root", "/root", "0"}, std::nullopt);
  add("*", shared_user_unit_paths(), {}, std::nullopt);
  std::set<std::string> seen;
  for (const facts::Account& account : accounts) {
    if (!account.home.starts_with('/') || !seen.insert(account.name).second) continue;
    if (seen.size() > most_accounts) {
      gaps.push_back(
          {"systemd units of users", fmt::format("more than {} accounts", most_accounts), true});
      break;
    }
    auto paths = paths_of(root, account, gaps);
    if (paths.empty()) continue;
    add(account.name, std::move(paths), {account.name, account.home, std::to_string(account.uid)},
        account.uid);
  }
  return managers;
}

}  // namespace

std::vector<facts::Unit> read_units(const Root& root, const std::vector<facts::Account>& accounts,
                                    const redact::Redactor& redactor, std::vector<facts::Gap>& gaps,
                                    uint64_t& files_read) {
  std::vector<facts::Unit> units;
  UnitFiles files(root, gaps, files_read);
  SettingRedactor settings(redactor);
  for (const UnitScope& manager : managers_of(root, accounts, gaps))
    ScopeReader(manager, settings, files).read(units);
  std::ranges::sort(units, {}, [](const facts::Unit& unit) {
    return std::tuple(unit.scope != "system", std::string_view(unit.scope),
                      std::string_view(unit.name));
  });
  return units;
}

}  // namespace muster::observe
