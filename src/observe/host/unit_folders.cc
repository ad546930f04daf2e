// Listing unit folders; the order of paths is that of systemd.unit(5), "Unit File Load Path".
#include "observe/host/unit_folders.h"

#include "base/text.h"
#include "observe/host/evidence.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace muster::observe {
namespace {

constexpr size_t most_entries = 100'000;

// Lists a folder. Nothing when it is not there; a gap when it is closed, as a unit may stand in it.
std::optional<std::vector<DirEntry>> list(const Root& root, const std::string& path,
                                          std::vector<facts::Gap>& gaps) {
  auto entries = root.list(path, most_entries);
  if (entries) return *std::move(entries);
  if (entries.error().code != Errc::not_found) gaps.push_back(gap_of(path, entries.error(), true));
  return std::nullopt;
}

std::string target_of(const Root& root, const std::string& path, FileKind kind) {
  if (kind != FileKind::symlink && kind != FileKind::unknown) return {};
  return root.link_target(path).value_or("");
}

UnitFolder read_folder(const Root& root, const std::string& path, std::vector<DirEntry> entries,
                       std::vector<facts::Gap>& gaps) {
  UnitFolder folder{path, {}, {}, {}};
  for (DirEntry& entry : entries) {
    const std::string full = join_path(path, entry.name);
    if (entry.name.ends_with(".service") && entry.kind != FileKind::directory) {
      folder.services.emplace(std::move(entry.name), target_of(root, full, entry.kind));
    } else if (entry.name.ends_with("service.d")) {
      std::vector<std::string>& names = folder.dropins[entry.name];
      for (DirEntry& file : list(root, full, gaps).value_or(std::vector<DirEntry>()))
        if (file.name.ends_with(".conf")) names.push_back(std::move(file.name));
    } else if (entry.name.ends_with(".wants") || entry.name.ends_with(".requires")) {
      for (const DirEntry& file : list(root, full, gaps).value_or(std::vector<DirEntry>()))
        folder.wants.emplace(std::pair(entry.name, file.name),
                             target_of(root, join_path(full, file.name), file.kind));
    }
  }
  return folder;
}

}  // namespace

const std::vector<std::string>& system_unit_paths() {
  static const std::vector<std::string> paths = {
      "/etc/systemd/system.control", "/run/systemd/system.control",
      "/run/systemd/transient",      "/run/systemd/generator.early",
      "/etc/systemd/system",         "/etc/systemd/system.attached",
      "/run/systemd/system",         "/run/systemd/system.attached",
      "/run/systemd/generator",      "/usr/local/lib/systemd/system",
      "/usr/lib/systemd/system",     "/lib/systemd/system",
      "/run/systemd/generator.late",
  };
  return paths;
}

const std::vector<std::string>& shared_user_unit_paths() {
  static const std::vector<std::string> paths = {
      "/etc/systemd/user",       "/run/systemd/user",           "/usr/local/share/systemd/user",
      "/usr/share/systemd/user", "/usr/local/lib/systemd/user", "/usr/lib/systemd/user",
      "/lib/systemd/user",
  };
  return paths;
}

std::vector<std::string> user_unit_paths(std::string_view home, uint32_t uid) {
  const std::string runtime = fmt::format("/run/user/{}/systemd", uid);
  const auto& shared = shared_user_unit_paths();
  std::vector<std::string> paths = {join_path(home, ".config/systemd/user.control"),
                                    runtime + "/user.control",
                                    runtime + "/transient",
                                    runtime + "/generator.early",
                                    join_path(home, ".config/systemd/user"),
                                    shared[0],
                                    runtime + "/user",
                                    shared[1],
                                    runtime + "/generator",
                                    join_path(home, ".local/share/systemd/user")};
  paths.insert(paths.end(), shared.begin() + 2, shared.end());
  paths.push_back(runtime + "/generator.late");
  return paths;
}

UnitFolderReader::UnitFolderReader(const Root& root, std::vector<facts::Gap>& gaps)
    : root_(root), gaps_(gaps) {
  const auto lib = root.link_target("/lib");
  merged_ = lib && normal_path(join_path("/", *lib)) == "/usr/lib";
}

UnitFolderReader::Known UnitFolderReader::look(const std::string& path) {
  if (const auto found = known_.find(path); found != known_.end()) return found->second;
  Known known;
  const auto info = root_.info(path);
  if (info) known.identity = {info->device, info->inode};
  if (info || info.error().code != Errc::not_found)
    if (auto entries = list(root_, path, gaps_))
      known.folder =
          std::make_shared<const UnitFolder>(read_folder(root_, path, *std::move(entries), gaps_));
  return known_.emplace(path, std::move(known)).first->second;
}

UnitFolders UnitFolderReader::read(const std::vector<std::string>& paths) {
  UnitFolders folders;
  std::vector<std::pair<uint64_t, uint64_t>> seen;
  for (const std::string& path : paths) {
    if (merged_ && path.starts_with("/lib/")) continue;
    const Known known = look(path);
    const bool repeated =
        known.identity.second != 0 && std::ranges::find(seen, known.identity) != seen.end();
    if (!known.folder || repeated) continue;
    seen.push_back(known.identity);
    folders.push_back(known.folder);
  }
  return folders;
}

}  // namespace muster::observe
