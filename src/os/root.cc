// One set of answers and error texts over disk and memory.
#include "os/root.h"

#include "base/text.h"
#include "os/root_disk.h"
#include "os/root_memory.h"

#include <fmt/format.h>

#include <fcntl.h>
#include <linux/openat2.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <system_error>

namespace muster {
namespace {

// A file that was found in either kind of root.
struct Found {
  FileInfo info;
  std::vector<uint32_t> link_owners;
  std::variant<disk::Found, memory::Found> in;
};

std::expected<Found, int> find(int directory, const MemoryTree* tree, std::string_view path,
                               bool follow_last) {
  const auto found = [](auto result) -> std::expected<Found, int> {
    if (!result) return std::unexpected(result.error());
    const FileInfo info = result->info;
    auto owners = std::move(result->link_owners);
    return Found{info, std::move(owners), *std::move(result)};
  };
  return tree ? found(memory::find(*tree, path, follow_last))
              : found(disk::find(directory, path, follow_last));
}

// False when a link on the way belongs to someone who does not own what it leads to.
bool links_are_trusted(const Found& found) {
  return std::ranges::all_of(found.link_owners,
                             [&](uint32_t owner) { return owner == 0 || owner == found.info.uid; });
}

std::unexpected<Error> too_large(std::string_view path, size_t limit) {
  return fail(Errc::too_large, fmt::format("cannot read {}: larger than {} bytes", path, limit));
}

std::expected<std::string, int> contents(const memory::Found& found, int, size_t) {
  if (found.file->unreadable) return std::unexpected(EACCES);
  return found.file->content;
}

std::expected<std::string, int> contents(const disk::Found& found, int directory, size_t limit) {
  const auto file = disk::open_found(directory, found);
  if (!file) return std::unexpected(file.error());
  return disk::read_all(file->get(), found.info.size, limit);
}

std::expected<std::string, int> target(const memory::Found& found) {
  if (found.file->unreadable) return std::unexpected(EACCES);
  return found.file->content;
}

std::expected<std::string, int> target(const disk::Found& found) {
  return disk::link_text(found.handle.get());
}

std::expected<std::vector<DirEntry>, int> entries(const memory::Found& found, int,
                                                  const MemoryTree* tree, size_t limit) {
  if (found.file && found.file->unreadable) return std::unexpected(EACCES);
  return memory::entries(*tree, found, limit);
}

std::expected<std::vector<DirEntry>, int> entries(const disk::Found& found, int directory,
                                                  const MemoryTree*, size_t limit) {
  const auto stream = disk::open_found(directory, found);
  if (!stream) return std::unexpected(stream.error());
  auto result = disk::entries(stream->get(), limit);
  if (result) std::ranges::sort(*result, {}, &DirEntry::name);
  return result;
}

}  // namespace

std::string_view to_string(FileKind kind) {
  switch (kind) {
    case FileKind::regular:
      return "regular file";
    case FileKind::directory:
      return "directory";
    case FileKind::symlink:
      return "symbolic link";
    case FileKind::fifo:
      return "fifo";
    case FileKind::socket:
      return "socket";
    case FileKind::block_device:
      return "block device";
    case FileKind::char_device:
      return "character device";
    case FileKind::unknown:
      break;
  }
  return "file of unknown kind";
}

Result<Root> Root::on_disk(const std::string& path) {
  const std::string doing = fmt::format("open the directory {}", path);
  auto directory = disk::open_at(AT_FDCWD, path.c_str(), O_PATH | O_DIRECTORY, 0);
  if (!directory && directory.error() == ENOSYS)
    return fail(Errc::unavailable, "cannot " + doing + ": this kernel has no openat2",
                "Linux 5.6 or newer is needed");
  if (!directory) return fail_errno(doing, directory.error());
  // Not the real path: that of /proc/PID/root would be "/", and a container be taken for its host.
  std::error_code ignored;
  const std::string here = std::filesystem::current_path(ignored).string();
  return Root(normal_path(join_path(here, path)), Disk{*std::move(directory)});
}

Root Root::in_memory(MemoryTree tree) {
  return Root({}, std::make_shared<const MemoryTree>(memory::as_on_disk(std::move(tree))));
}

Result<std::string> Root::read(std::string_view path, size_t limit) const {
  const auto found = find(directory(), memory(), path, true);
  const std::string doing = fmt::format("read {}", path);
  if (!found) return fail_errno(doing, found.error());
  if (found->info.kind != FileKind::regular)
    return fail(Errc::unavailable, fmt::format("cannot {}: a {}, not a regular file", doing,
                                               to_string(found->info.kind)));
  if (!links_are_trusted(*found))
    return fail(
        Errc::denied,
        fmt::format("cannot {}: a link to it belongs to neither root nor its owner", doing));
  if (found->info.size > limit) return too_large(path, limit);
  auto text =
      std::visit([&](const auto& in) { return contents(in, directory(), limit); }, found->in);
  if (text) return *std::move(text);
  if (text.error() == EFBIG) return too_large(path, limit);
  if (text.error() == EWOULDBLOCK)
    return fail(Errc::unavailable,
                fmt::format("cannot {}: another process holds a lease on it", doing));
  return fail_errno(doing, text.error());
}

Result<FileInfo> Root::info(std::string_view path) const {
  const auto found = find(directory(), memory(), path, true);
  if (!found) return fail_errno(fmt::format("look at {}", path), found.error());
  return found->info;
}

Result<FileInfo> Root::link_info(std::string_view path) const {
  const auto found = find(directory(), memory(), path, false);
  if (!found) return fail_errno(fmt::format("look at {}", path), found.error());
  return found->info;
}

Result<std::string> Root::link_target(std::string_view path) const {
  const std::string doing = fmt::format("read the link {}", path);
  const auto found = find(directory(), memory(), path, false);
  if (!found) return fail_errno(doing, found.error());
  if (found->info.kind != FileKind::symlink) return fail_errno(doing, EINVAL);
  auto text = std::visit([](const auto& in) { return target(in); }, found->in);
  if (!text) return fail_errno(doing, text.error());
  return *std::move(text);
}

Result<std::vector<DirEntry>> Root::list(std::string_view path, size_t limit) const {
  const std::string doing = fmt::format("list {}", path);
  const auto found = find(directory(), memory(), path, true);
  if (!found) return fail_errno(doing, found.error());
  if (found->info.kind != FileKind::directory) return fail_errno(doing, ENOTDIR);
  auto result = std::visit(
      [&](const auto& in) { return entries(in, directory(), memory(), limit); }, found->in);
  if (!result && result.error() == EFBIG)
    return fail(Errc::too_large, fmt::format("cannot {}: more than {} entries", doing, limit));
  if (!result) return fail_errno(doing, result.error());
  return *std::move(result);
}

bool Root::exists(std::string_view path) const { return info(path).has_value(); }

int Root::directory() const { return is_disk() ? std::get<Disk>(tree_).directory.get() : -1; }

const MemoryTree* Root::memory() const {
  return is_disk() ? nullptr : std::get<Memory>(tree_).get();
}

}  // namespace muster
