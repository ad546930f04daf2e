// A file system made of one ordered map from path to file.
#include "os/root_memory.h"

#include "base/text.h"
#include "os/resolve.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <map>

namespace muster::memory {
namespace {

std::string below(const std::string& directory) {
  return directory == "/" ? directory : directory + "/";
}

// The file at a path whose parents are directories. A directory can be unlisted.
std::expected<Found, int> at(const MemoryTree& tree, const std::string& path) {
  const std::string_view name = base_name(path);
  if (name.size() > NAME_MAX) return std::unexpected(ENAMETOOLONG);
  if (path != "/") {
    const auto parent = tree.find(std::string(parent_path(path)));
    if (parent != tree.end() && parent->second.unreadable) return std::unexpected(EACCES);
  }
  if (const auto listed = tree.find(path); listed != tree.end())
    return Found{listed->second.info, &listed->second, path, {}};
  const std::string prefix = below(path);
  const auto child = tree.lower_bound(prefix);
  if (path == "/" || (child != tree.end() && child->first.starts_with(prefix)))
    return Found{{.kind = FileKind::directory, .mode = 0755}, nullptr, path, {}};
  return std::unexpected(ENOENT);
}

std::expected<Node, int> look_at(const MemoryTree& tree, const std::string& path) {
  const auto found = at(tree, path);
  if (!found) return std::unexpected(found.error());
  if (found->info.kind != FileKind::symlink) return Node{found->info, {}};
  if (found->file->unreadable) return std::unexpected(EACCES);
  return Node{found->info, found->file->content};
}

}  // namespace

std::expected<Found, int> find(const MemoryTree& tree, std::string_view path, bool follow_last) {
  auto resolved =
      resolve(path, follow_last, [&](const std::string& step) { return look_at(tree, step); });
  if (!resolved) return std::unexpected(resolved.error());
  auto found = at(tree, resolved->path);
  if (found) found->link_owners = std::move(resolved->link_owners);
  return found;
}

std::expected<std::vector<DirEntry>, int> entries(const MemoryTree& tree, const Found& directory,
                                                  size_t limit) {
  const std::string prefix = below(directory.path);
  std::map<std::string_view, FileKind> names;
  for (auto file = tree.lower_bound(prefix); file != tree.end();) {
    const std::string_view path = file->first;
    if (!path.starts_with(prefix)) break;
    const std::string_view rest = path.substr(prefix.size());
    const std::string_view name = rest.substr(0, rest.find('/'));
    const bool itself = name.size() == rest.size();
    if (!name.empty())
      names.try_emplace(name, itself ? file->second.info.kind : FileKind::directory);
    if (names.size() > limit) return std::unexpected(EFBIG);
    if (itself)
      ++file;
    else  // over the rest of that directory: '0' is the character after '/'
      file = tree.lower_bound(fmt::format("{}{}0", prefix, name));
  }
  std::vector<DirEntry> result;
  result.reserve(names.size());
  for (const auto& [name, kind] : names) result.push_back({std::string(name), kind});
  return result;
}

MemoryTree as_on_disk(MemoryTree tree) {
  for (auto& [path, file] : tree) {
    const bool link = file.info.kind == FileKind::symlink;
    // A larger size stands for a sparse file, too large to hold.
    const uint64_t least = file.info.kind == FileKind::regular ? file.info.size : 0;
    const bool sized = link || file.info.kind == FileKind::regular;
    file.info.size = sized ? std::max<uint64_t>(least, file.content.size()) : 0;
    file.info.inode = file.info.device = 0;
    if (link) file.info.mode = 0777;
  }
  return tree;
}

}  // namespace muster::memory
