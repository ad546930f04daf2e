// Users and groups: from YAML to /etc/passwd and /etc/group.
#include "world/accounts.h"

#include "base/text.h"
#include "world/files.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <limits>

namespace muster::world {
namespace {

using formats::Node;

constexpr uint64_t most_id = std::numeric_limits<uint32_t>::max() - 1;  // the last one means "none"

// Every group must be known before users can name them: first `groups`, then each user's own.
Result<void> read_groups(const Reader& reader, const Node& world, Accounts& accounts) {
  const std::optional<Node> groups = world.find("groups");
  if (!groups) return {};
  TRY(reader.is_map(*groups, "{ docker: 990 }"));
  for (size_t i = 0; i < groups->size(); i++) {
    TRY_ASSIGN(const uint64_t gid, reader.number(groups->value(i), most_id));
    accounts.groups[std::string(groups->key(i).text())] = static_cast<uint32_t>(gid);
  }
  return {};
}

Result<User> read_user(const Reader& reader, const std::string& name, const Node& node) {
  TRY(reader.known_keys(node, {"uid", "gid", "groups", "home", "shell"}));
  const std::optional<Node> uid = node.find("uid");
  if (!uid && name != "root")
    return reader.fail_at(node.place(), fmt::format("user {} has no uid", name), "write uid: 1001");
  User user;
  if (uid) {
    TRY_ASSIGN(const uint64_t number, reader.number(*uid, most_id));
    user.uid = static_cast<uint32_t>(number);
  }
  user.gid = user.uid;
  if (const std::optional<Node> gid = node.find("gid")) {
    TRY_ASSIGN(const uint64_t number, reader.number(*gid, most_id));
    user.gid = static_cast<uint32_t>(number);
  }
  TRY_ASSIGN(user.home, reader.text_or(node, "home", name == "root" ? "/root" : "/home/" + name));
  TRY_ASSIGN(user.shell, reader.text_or(node, "shell", "/bin/bash"));
  return user;
}

Result<void> join_groups(const Reader& reader, const Node& node, Accounts& accounts, User& user) {
  const std::optional<Node> groups = node.find("groups");
  if (!groups) return {};
  TRY(reader.is_list(*groups, "[docker, adm]"));
  for (size_t i = 0; i < groups->size(); i++) {
    TRY_ASSIGN(const uint32_t gid, group_named(reader, accounts, groups->item(i)));
    user.groups.push_back(gid);
  }
  std::ranges::sort(user.groups);
  return {};
}

bool has_gid(const Accounts& accounts, uint32_t gid) {
  return std::ranges::any_of(accounts.groups,
                             [&](const auto& group) { return group.second == gid; });
}

}  // namespace

Result<Accounts> read_accounts(const Reader& reader, const Node& world) {
  Accounts accounts;
  User& root = accounts.users["root"];
  root.home = "/root";
  root.shell = "/bin/bash";
  accounts.groups["root"] = 0;
  TRY(read_groups(reader, world, accounts));
  const std::optional<Node> users = world.find("users");
  if (!users) return accounts;
  TRY(reader.is_map(*users, "{ ci: { uid: 1001 } }"));
  for (size_t i = 0; i < users->size(); i++) {
    const std::string name(users->key(i).text());
    TRY_ASSIGN(User user, read_user(reader, name, users->value(i)));
    if (!has_gid(accounts, user.gid)) accounts.groups[name] = user.gid;
    accounts.users[name] = std::move(user);
  }
  for (size_t i = 0; i < users->size(); i++) {
    User& user = accounts.users[std::string(users->key(i).text())];
    TRY(join_groups(reader, users->value(i), accounts, user));
  }
  return accounts;
}

Result<User> user_named(const Reader& reader, const Accounts& accounts, const Node& node) {
  const auto known = accounts.users.find(std::string(node.text()));
  if (known != accounts.users.end()) return known->second;
  const std::optional<uint64_t> number = parse_number(node.text());
  if (number && *number <= most_id) {
    User nameless;
    nameless.uid = nameless.gid = static_cast<uint32_t>(*number);
    return nameless;
  }
  return reader.fail_at(node.place(), fmt::format("there is no user \"{}\"", visible(node.text())),
                        "add it under users, or write a number");
}

Result<uint32_t> group_named(const Reader& reader, const Accounts& accounts, const Node& node) {
  const auto known = accounts.groups.find(std::string(node.text()));
  if (known != accounts.groups.end()) return known->second;
  const std::optional<uint64_t> number = parse_number(node.text());
  if (number && *number <= most_id) return static_cast<uint32_t>(*number);
  return reader.fail_at(node.place(), fmt::format("there is no group \"{}\"", visible(node.text())),
                        "add it under groups, or write a number");
}

void add_accounts(const Accounts& accounts, Time modified, MemoryTree& tree) {
  std::vector<std::pair<std::string, User>> users(accounts.users.begin(), accounts.users.end());
  std::ranges::stable_sort(users, {}, [](const auto& user) { return user.second.uid; });
  std::string passwd;
  for (const auto& [name, user] : users) {
    fmt::format_to(std::back_inserter(passwd), "{}:x:{}:{}::{}:{}\n", name, user.uid, user.gid,
                   user.home, user.shell);
    if (user.home.size() < 2 || !user.home.starts_with('/') || user.home == "/nonexistent")
      continue;
    MemoryFile home = directory(modified, {.uid = user.uid, .gid = user.gid},
                                static_cast<uint16_t>(user.uid == 0 ? 0700 : 0755));
    tree.insert_or_assign(normal_path(user.home), std::move(home));
  }
  std::string group;
  for (const auto& [name, gid] : accounts.groups) {
    std::vector<std::string> members;
    for (const auto& [user_name, user] : users)
      if (std::ranges::binary_search(user.groups, gid)) members.push_back(user_name);
    fmt::format_to(std::back_inserter(group), "{}:x:{}:{}\n", name, gid, join(members, ","));
  }
  tree.insert_or_assign("/etc/passwd", regular_file(std::move(passwd), modified));
  tree.insert_or_assign("/etc/group", regular_file(std::move(group), modified));
}

}  // namespace muster::world
