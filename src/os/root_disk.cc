// System calls below one directory on disk: openat2 keeps every path inside it.
#include "os/root_disk.h"

#include "os/resolve.h"

#include <fmt/format.h>

#include <dirent.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <cstddef>
#include <cstring>

namespace muster::disk {
namespace {

constexpr uint64_t no_links = RESOLVE_IN_ROOT | RESOLVE_NO_MAGICLINKS | RESOLVE_NO_SYMLINKS;
constexpr uint64_t any_links = RESOLVE_IN_ROOT | RESOLVE_NO_MAGICLINKS;
constexpr uint64_t for_reading = O_RDONLY | O_NONBLOCK | O_NOCTTY;

FileKind kind_of_mode(mode_t mode) {
  switch (mode & S_IFMT) {
    case S_IFREG:
      return FileKind::regular;
    case S_IFDIR:
      return FileKind::directory;
    case S_IFLNK:
      return FileKind::symlink;
    case S_IFIFO:
      return FileKind::fifo;
    case S_IFSOCK:
      return FileKind::socket;
    case S_IFBLK:
      return FileKind::block_device;
    case S_IFCHR:
      return FileKind::char_device;
    default:
      return FileKind::unknown;
  }
}

FileInfo info_of(const struct stat& status) {
  FileInfo info{.kind = kind_of_mode(status.st_mode),
                .uid = status.st_uid,
                .gid = status.st_gid,
                .mode = static_cast<uint16_t>(status.st_mode & 07777),
                .inode = status.st_ino,
                .device = status.st_dev,
                .modified = Time{std::chrono::seconds{status.st_mtim.tv_sec}}};
  // The size of anything else is the file system's own affair and differs between machines.
  if (info.kind == FileKind::regular || info.kind == FileKind::symlink)
    info.size = static_cast<uint64_t>(status.st_size);
  return info;
}

std::expected<Found, int> find_without_links(int directory, std::string path) {
  auto handle = open_at(directory, path.c_str(), O_PATH | O_NOFOLLOW, no_links);
  if (!handle) return std::unexpected(handle.error());
  struct stat status{};
  if (::fstat(handle->get(), &status) != 0) return std::unexpected(errno);
  return Found{*std::move(handle), info_of(status), std::move(path), {}};
}

// The node at a path, for the resolver.
std::expected<Node, int> look_at(int directory, const std::string& path) {
  auto found = find_without_links(directory, path);
  if (!found) return std::unexpected(found.error());
  if (found->info.kind != FileKind::symlink) return Node{found->info, {}};
  auto target = link_text(found->handle.get());
  if (!target) return std::unexpected(target.error());
  // The text of a magic link (/proc/PID/exe) only looks like a path: what it means can be in
  // another mount namespace. The kernel knows which links are magic and answers ELOOP.
  const auto followed = open_at(directory, path.c_str(), O_PATH, any_links);
  if (!followed && followed.error() == ELOOP) return std::unexpected(ELOOP);
  return Node{found->info, *std::move(target)};
}

}  // namespace

std::expected<Fd, int> open_at(int directory, const char* path, uint64_t flags, uint64_t resolve) {
  struct open_how how{};
  how.flags = flags | O_CLOEXEC;
  how.resolve = resolve;
  // EAGAIN: the kernel could not prove that ".." stayed inside, because something was renamed. With
  // O_NONBLOCK it is a lease, and waiting for that is not ours.
  constexpr int attempts = 32;
  const bool lease = (flags & O_NONBLOCK) != 0 && (flags & O_PATH) == 0;
  for (int attempt = 0;; attempt++) {
    const long fd = ::syscall(SYS_openat2, directory, path, &how, sizeof how);
    if (fd >= 0) return Fd(static_cast<int>(fd));
    const bool again = errno == EINTR || (errno == EAGAIN && !lease);
    if (!again || attempt == attempts) return std::unexpected(errno);
  }
}

std::expected<Found, int> find(int directory, std::string_view path, bool follow_last) {
  const auto usable = usable_path(path);
  if (!usable) return std::unexpected(usable.error());
  // Nearly every path has no links: one call answers. ELOOP: it has, and their owners matter.
  auto found = find_without_links(directory, std::string(*usable));
  const bool has_links =
      found ? follow_last && found->info.kind == FileKind::symlink : found.error() == ELOOP;
  if (!has_links) return found;
  auto resolved =
      resolve(path, follow_last, [&](const std::string& at) { return look_at(directory, at); });
  if (!resolved) return std::unexpected(resolved.error());
  found = find_without_links(directory, std::move(resolved->path));
  if (found) found->link_owners = std::move(resolved->link_owners);
  return found;
}

std::expected<Fd, int> open_found(int directory, const Found& found) {
  // Through our own descriptor: a name opened a second time could by then be a device, and opening
  // one can act (a watchdog starts).
  const std::string own = fmt::format("/proc/self/fd/{}", found.handle.get());
  auto opened = open_at(AT_FDCWD, own.c_str(), for_reading, 0);
  if (opened || ::access("/proc/self/fd", F_OK) == 0) return opened;
  // No /proc of ours, as in a bare chroot: by name after all, and compared.
  opened = open_at(directory, found.path.c_str(), for_reading | O_NOFOLLOW, no_links);
  if (!opened) return opened;
  struct stat status{};
  if (::fstat(opened->get(), &status) != 0) return std::unexpected(errno);
  if (status.st_ino != found.info.inode || status.st_dev != found.info.device)
    return std::unexpected(ESTALE);
  return opened;
}

std::expected<std::string, int> read_all(int fd, size_t size_hint, size_t limit) {
  // Files of /proc say that they are empty; files that grow do not say how far.
  std::string text;
  size_t filled = 0;
  limit = std::min(limit, size_t{1} << 40);
  size_t room = std::max<size_t>(size_hint + 1, 4096);
  for (;;) {
    text.resize(std::min(room, limit + 1));
    const ssize_t count = ::read(fd, text.data() + filled, text.size() - filled);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return std::unexpected(errno);
    filled += static_cast<size_t>(count);
    if (filled > limit) return std::unexpected(EFBIG);
    if (count == 0) break;
    if (filled == text.size()) room = text.size() * 2;
  }
  text.resize(filled);
  return text;
}

std::expected<std::string, int> link_text(int handle) {
  std::array<char, PATH_MAX> text{};
  const ssize_t length = ::readlinkat(handle, "", text.data(), text.size());
  if (length < 0) return std::unexpected(errno);
  if (static_cast<size_t>(length) == text.size()) return std::unexpected(ENAMETOOLONG);
  return std::string(text.data(), static_cast<size_t>(length));
}

std::expected<std::vector<DirEntry>, int> entries(int fd, size_t limit) {
  std::vector<DirEntry> result;
  std::vector<char> buffer(size_t{1} << 15);
  for (;;) {
    const ssize_t count = ::getdents64(fd, buffer.data(), buffer.size());
    if (count < 0) return std::unexpected(errno);
    if (count == 0) return result;
    for (size_t at = 0; at < static_cast<size_t>(count);) {
      const RawEntry entry = next_entry(buffer.data(), at);
      const std::string_view name = entry.name;
      if (name == "." || name == "..") continue;
      if (result.size() == limit) return std::unexpected(EFBIG);
      result.push_back({std::string(name), kind_of(fd, entry.name, entry.type)});
    }
  }
}

RawEntry next_entry(const char* buffer, size_t& at) {
  // The kernel's struct is packed to 8 bytes; reading it field by field needs no cast.
  const char* entry = buffer + at;
  unsigned short length = 0;
  std::memcpy(&length, entry + offsetof(struct dirent64, d_reclen), sizeof length);
  at += length;
  return {entry + offsetof(struct dirent64, d_name),
          static_cast<unsigned char>(entry[offsetof(struct dirent64, d_type)])};
}

FileKind kind_of(int directory, const char* name, unsigned char type) {
  if (type != DT_UNKNOWN) return kind_of_mode(DTTOIF(type));
  struct stat status{};
  if (::fstatat(directory, name, &status, AT_SYMLINK_NOFOLLOW | AT_NO_AUTOMOUNT) != 0)
    return FileKind::unknown;
  return kind_of_mode(status.st_mode);
}

}  // namespace muster::disk
