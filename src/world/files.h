// The files of a world, and how every part of it makes files.
#pragma once
#include "os/root.h"
#include "world/accounts.h"
#include "world/reader.h"

#include <cstdint>
#include <string>

namespace muster::world {

struct Owner {
  uint32_t uid = 0;
  uint32_t gid = 0;
};

MemoryFile regular_file(std::string text, Time modified, Owner owner = {}, uint16_t mode = 0644);
MemoryFile directory(Time modified, Owner owner = {}, uint16_t mode = 0755);
MemoryFile symbolic_link(std::string target, Time modified, Owner owner = {});

// The key `files`: adds to the tree and wins over what is already there. Files that name no time
// were modified then.
Result<void> read_files(const Reader& reader, const formats::Node& world, const Accounts& accounts,
                        Time modified, MemoryTree& tree);

// Lists the folders that files imply, root's and 0755, so that they are the same in memory and on
// disk. Error: a file below something that is no folder.
Result<void> add_parents(std::string_view file_name, Time modified, MemoryTree& tree);

}  // namespace muster::world
