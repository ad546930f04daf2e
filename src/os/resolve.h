// Follows symbolic links inside a root; one way for disk and memory, so that both answer the same.
#pragma once
#include "os/root.h"

#include <expected>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace muster {

// What stands at a path whose parent directories are no links; the text of a link in `target`.
struct Node {
  FileInfo info;
  std::string target;
};
// Gives the node at an absolute path without links on the way, or an errno.
using LookAt = std::function<std::expected<Node, int>(const std::string& path)>;

struct Resolved {
  std::string path;                   // absolute; no part but the last can be a link
  std::vector<uint32_t> link_owners;  // of every link that was followed
};

// The path without trailing slashes, or the errno with which every operation on it fails.
std::expected<std::string_view, int> usable_path(std::string_view path);

// Where a path leads inside its root, or an errno: ELOOP after 40 links, ENAMETOOLONG, ENOTDIR, ...
// ".." never leaves the root. The last part need not exist when it is not followed.
std::expected<Resolved, int> resolve(std::string_view path, bool follow_last,
                                     const LookAt& look_at);

}  // namespace muster
