// Writes a tree in memory to disk. Every step works on a folder's descriptor and a plain name, so
// that a link of the tree can never lead a write out of it.
#include "base/text.h"
#include "os/fd.h"
#include "world/world.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <map>
#include <ranges>
#include <vector>

namespace muster::world {
namespace {

using Listing = std::map<std::string, const MemoryFile*>;

// With the folders that the tree only implies: root's, 0755, as Root::in_memory has them.
Listing complete(const MemoryTree& tree, const MemoryFile& implied) {
  Listing listing;
  listing.emplace("/", &implied);
  for (const auto& [path, file] : tree) {
    listing.insert_or_assign(path, &file);
    for (std::string parent(parent_path(path)); parent != "/"; parent = parent_path(parent))
      if (!tree.contains(parent)) listing.emplace(parent, &implied);
  }
  return listing;
}

// The folder that holds a path. Opened part by part: a whole path may be longer than PATH_MAX.
Result<Fd> open_parent(const Fd& root, const std::string& path) {
  Fd folder(openat(root.get(), ".", O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (path == "/") return folder;
  for (const std::string_view part : split(std::string_view(path).substr(1), '/')) {
    if (part.data() + part.size() == path.data() + path.size()) break;
    Fd next(openat(folder.get(), std::string(part).c_str(),
                   O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (!next) return fail_errno(fmt::format("enter the folder of {}", visible(path)), errno);
    folder = std::move(next);
  }
  return folder;
}

bool write_all(const Fd& fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(fd.get(), bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    bytes.remove_prefix(static_cast<size_t>(count));
  }
  return true;
}

bool make_regular(const Fd& folder, const char* name, const MemoryFile& file) {
  const Fd fd(
      openat(folder.get(), name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
  if (!fd || !write_all(fd, file.content)) return false;
  // A size beyond the content makes a sparse file.
  return file.info.size <= file.content.size() ||
         ftruncate(fd.get(), static_cast<off_t>(file.info.size)) == 0;
}

// Socket addresses hold 108 bytes, so the folder is named through /proc instead of by its path.
bool make_socket(const Fd& folder, std::string_view name) {
  const Fd fd(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  if (!fd) return false;
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  const std::string path = fmt::format("/proc/self/fd/{}/{}", folder.get(), name);
  if (path.size() >= sizeof address.sun_path) {
    errno = ENAMETOOLONG;
    return false;
  }
  std::memcpy(address.sun_path, path.c_str(), path.size() + 1);
  return bind(fd.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
}

bool make(const Fd& folder, const std::string& name, const MemoryFile& file) {
  switch (file.info.kind) {
    case FileKind::regular:
      return make_regular(folder, name.c_str(), file);
    case FileKind::directory:
      return mkdirat(folder.get(), name.c_str(), 0700) == 0;
    case FileKind::symlink:
      return symlinkat(file.content.c_str(), folder.get(), name.c_str()) == 0;
    case FileKind::fifo:
      return mkfifoat(folder.get(), name.c_str(), 0600) == 0;
    case FileKind::socket:
      return make_socket(folder, name);
    case FileKind::block_device:
    case FileKind::char_device:
    case FileKind::unknown:
      break;
  }
  errno = EOPNOTSUPP;  // a device of a test world would reach the real one
  return false;
}

// The owner comes first: changing it clears the set-id bits.
bool set_attributes(const Fd& folder, const char* name, const FileInfo& info) {
  if (fchownat(folder.get(), name, info.uid, info.gid, AT_SYMLINK_NOFOLLOW) != 0) return false;
  if (info.kind != FileKind::symlink && fchmodat(folder.get(), name, info.mode, 0) != 0)
    return false;
  const timespec modified = {.tv_sec = info.modified.time_since_epoch().count(), .tv_nsec = 0};
  const timespec times[] = {modified, modified};
  return utimensat(folder.get(), name, times, AT_SYMLINK_NOFOLLOW) == 0;
}

Result<void> refuse_unreadable(const MemoryTree& tree) {
  for (const auto& [path, file] : tree)
    if (file.unreadable)
      return fail(
          Errc::unavailable,
          fmt::format("cannot write {}: it plays a file that may not be read", visible(path)),
          "use this world in memory only");
  return {};
}

}  // namespace

Result<void> write(const MemoryTree& tree, const std::string& directory) {
  TRY(refuse_unreadable(tree));
  const Fd root(open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!root) return fail_errno(fmt::format("open {}", visible(directory)), errno);
  MemoryFile implied;
  implied.info = {.kind = FileKind::directory, .mode = 0755};
  const Listing listing = complete(tree, implied);
  for (const auto& [path, file] : listing) {
    if (path == "/") continue;
    TRY_ASSIGN(const Fd folder, open_parent(root, path));
    if (!make(folder, std::string(base_name(path)), *file))
      return fail_errno(fmt::format("make {}", visible(path)), errno);
  }
  // Backwards, so that a folder gets its time and mode after everything in it.
  for (const auto& [path, file] : std::views::reverse(listing)) {
    TRY_ASSIGN(const Fd folder, open_parent(root, path));
    const std::string name = path == "/" ? "." : std::string(base_name(path));
    if (!set_attributes(folder, name.c_str(), file->info))
      return fail_errno(fmt::format("set owner, mode and time of {}", visible(path)), errno);
  }
  return {};
}

}  // namespace muster::world
