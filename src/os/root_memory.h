// The same questions as to a disk, answered by a tree in memory; failures are errno values.
#pragma once
#include "os/root.h"

#include <expected>
#include <string>
#include <string_view>
#include <vector>

namespace muster::memory {

struct Found {
  FileInfo info;
  const MemoryFile* file = nullptr;   // nullptr: a directory that no entry lists
  std::string path;                   // without links on the way
  std::vector<uint32_t> link_owners;  // of every link that was followed
};
std::expected<Found, int> find(const MemoryTree& tree, std::string_view path, bool follow_last);

// The entries of a directory, sorted by name; EFBIG when there are more than `limit`.
std::expected<std::vector<DirEntry>, int> entries(const MemoryTree& tree, const Found& directory,
                                                  size_t limit);

// Gives the tree the sizes and modes that a disk would show.
MemoryTree as_on_disk(MemoryTree tree);

}  // namespace muster::memory
