// The users and groups of a world.
#pragma once
#include "os/root.h"
#include "world/reader.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace muster::world {

struct User {
  uint32_t uid = 0;
  uint32_t gid = 0;
  std::vector<uint32_t> groups;  // supplementary, sorted
  std::string home;
  std::string shell;
};

struct Accounts {
  std::map<std::string, User> users;       // root is always there
  std::map<std::string, uint32_t> groups;  // so is root's group
};

// The keys `users` and `groups` of a world.
Result<Accounts> read_accounts(const Reader& reader, const formats::Node& world);

// A user or group that a key names: by its name, or by a bare number.
Result<User> user_named(const Reader& reader, const Accounts& accounts, const formats::Node& node);
Result<uint32_t> group_named(const Reader& reader, const Accounts& accounts,
                             const formats::Node& node);

// /etc/passwd, /etc/group and the home folders.
void add_accounts(const Accounts& accounts, Time modified, MemoryTree& tree);

}  // namespace muster::world
