// Symbolic links are followed part by part, because the kernel does not say whose links it
// followed.
#include "os/resolve.h"

#include <algorithm>
#include <cerrno>
#include <climits>

namespace muster {
namespace {

constexpr size_t max_links = 40;    // as in the kernel
constexpr size_t max_parts = 4096;  // answers links whose texts are thousands of parts long

// Cuts the next part off a path; empty at its end.
std::string_view next_part(std::string_view& path) {
  path.remove_prefix(std::min(path.find_first_not_of('/'), path.size()));
  const std::string_view part = path.substr(0, path.find('/'));
  path.remove_prefix(part.size());
  return part;
}

bool is_finished(std::string_view path) { return path.find_first_not_of('/') == path.npos; }

}  // namespace

std::expected<std::string_view, int> usable_path(std::string_view path) {
  if (path.empty()) return std::unexpected(ENOENT);
  if (path.find('\0') != path.npos) return std::unexpected(EINVAL);
  if (path.size() >= PATH_MAX) return std::unexpected(ENAMETOOLONG);
  while (path.size() > 1 && path.ends_with('/')) path.remove_suffix(1);
  return path;
}

std::expected<Resolved, int> resolve(std::string_view path, bool follow_last,
                                     const LookAt& look_at) {
  const auto usable = usable_path(path);
  if (!usable) return std::unexpected(usable.error());
  Resolved result;
  std::string text;  // what `rest` views, once a link was followed
  std::string_view rest = *usable;
  for (size_t parts = 0;; parts++) {
    const std::string_view part = next_part(rest);
    if (part.empty()) break;
    if (part == ".") continue;
    if (part == "..") {
      result.path.resize(std::min(result.path.rfind('/'), result.path.size()));
      continue;
    }
    if (parts == max_parts) return std::unexpected(ELOOP);
    const bool last = is_finished(rest);
    std::string candidate = result.path;
    candidate.append("/").append(part);
    if (candidate.size() >= PATH_MAX) return std::unexpected(ENAMETOOLONG);
    if (last && !follow_last) {
      result.path = std::move(candidate);
      break;
    }
    auto node = look_at(candidate);
    if (!node) return std::unexpected(node.error());
    if (node->info.kind == FileKind::symlink) {
      result.link_owners.push_back(node->info.uid);
      if (result.link_owners.size() > max_links) return std::unexpected(ELOOP);
      if (node->target.empty()) return std::unexpected(ENOENT);
      if (node->target.starts_with('/')) result.path.clear();
      text = std::move(node->target.append(rest));
      rest = text;
      if (text.size() >= PATH_MAX) return std::unexpected(ENAMETOOLONG);
      continue;
    }
    if (!last && node->info.kind != FileKind::directory) return std::unexpected(ENOTDIR);
    result.path = std::move(candidate);
  }
  if (result.path.empty()) result.path += '/';
  return result;
}

}  // namespace muster
