// A file system as seen from one root directory: the host's "/", an offline tree, or a tree in
// memory that a world file describes. The only way by which Muster reads files it inspects; nothing
// outside the root can be reached through it and nothing in it is ever executed.
#pragma once
#include "base/result.h"
#include "base/time.h"
#include "os/fd.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace muster {

enum class FileKind : uint8_t {
  regular,
  directory,
  symlink,
  fifo,
  socket,
  block_device,
  char_device,
  unknown
};
std::string_view to_string(FileKind kind);

struct FileInfo {
  FileKind kind = FileKind::unknown;
  uint32_t uid = 0;
  uint32_t gid = 0;
  uint16_t mode = 0;  // permission bits only, with set-id and sticky
  uint64_t size = 0;
  uint64_t inode = 0;   // 0 in memory
  uint64_t device = 0;  // 0 in memory
  Time modified{};
  bool operator==(const FileInfo&) const = default;
};

struct DirEntry {
  std::string name;
  FileKind kind = FileKind::unknown;
};

// One file of a tree in memory.
struct MemoryFile {
  FileInfo info;
  std::string content;      // of a regular file; the target of a symlink
  bool unreadable = false;  // reads fail as denied: plays what an ordinary user may not see
};

// Absolute normal path -> file. Parent directories that are not listed exist, owned by root, 0755.
using MemoryTree = std::map<std::string, MemoryFile>;

class Root {
 public:
  // A directory on disk. Errors: not_found, denied.
  static Result<Root> on_disk(const std::string& path);
  static Root in_memory(MemoryTree tree);

  // A whole regular file (or file of /proc) of at most `limit` bytes. Symbolic links resolve inside
  // this root. A link anywhere on the way is followed only when root or the file's owner owns it:
  // otherwise a runner's user could make Muster read, and quote, a file that is not theirs.
  // Errors: not_found, denied (also: foreign link), too_large, unavailable (not a regular file,
  // lease, I/O error). Never blocks on a FIFO, device or lease.
  Result<std::string> read(std::string_view path, size_t limit = size_t{1} << 20) const;
  // Of the file a path leads to, links followed; of the path itself, links not followed.
  Result<FileInfo> info(std::string_view path) const;
  Result<FileInfo> link_info(std::string_view path) const;
  // The text of a symbolic link (also /proc/PID/exe and the like), not followed.
  Result<std::string> link_target(std::string_view path) const;
  // The entries of a directory, sorted by name, without . and ..; at most `limit`, else too_large.
  Result<std::vector<DirEntry>> list(std::string_view path, size_t limit = 1'000'000) const;
  bool exists(std::string_view path) const;

  bool is_disk() const { return std::holds_alternative<Disk>(tree_); }
  // Where the root is on disk ("/" for the live host); empty in memory.
  const std::string& location() const { return location_; }

 private:
  friend class DirectoryWalk;
  struct Disk {
    Fd directory;
  };
  using Memory = std::shared_ptr<const MemoryTree>;
  Root(std::string location, std::variant<Disk, Memory> tree)
      : location_(std::move(location)), tree_(std::move(tree)) {}
  // Exactly one of these is there: -1 and nullptr stand for the other kind of root.
  int directory() const;
  const MemoryTree* memory() const;

  std::string location_;
  std::variant<Disk, Memory> tree_;
};

}  // namespace muster
