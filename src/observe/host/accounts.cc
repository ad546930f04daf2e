// Accounts and groups by the formats of passwd(5) and group(5).
#include "observe/host/accounts.h"

#include "base/text.h"
#include "formats/accounts.h"
#include "observe/host/evidence.h"

#include <algorithm>
#include <set>
#include <unordered_map>
#include <utility>

namespace muster::observe {
namespace {

constexpr size_t largest_file = size_t{64} << 20;  // a million accounts

std::string read_or_gap(const Root& root, std::string_view path, std::vector<facts::Gap>& gaps) {
  auto text = root.read(path, largest_file);
  if (text) return *std::move(text);
  if (text.error().code != Errc::not_found) gaps.push_back(gap_of(path, text.error(), false));
  return {};
}

using Group = std::pair<std::string, uint32_t>;

void add(facts::Account& account, const Group& group) {
  account.groups.push_back(group.first);
  account.gids.push_back(group.second);
}

}  // namespace

const facts::Account* Accounts::find(uint32_t uid) const {
  const auto found = std::ranges::find(accounts, uid, &facts::Account::uid);
  return found == accounts.end() ? nullptr : &*found;
}

const facts::Account* Accounts::find(std::string_view name) const {
  const auto found = std::ranges::find(accounts, name, &facts::Account::name);
  return found == accounts.end() ? nullptr : &*found;
}

Accounts read_accounts(const Root& root, std::vector<facts::Gap>& gaps) {
  Accounts result;
  const std::string group = read_or_gap(root, "/etc/group", gaps);
  std::unordered_map<std::string, std::set<Group>> memberships;
  for (const formats::GroupLine& line : formats::parse_group(group)) {
    const std::string name = visible(line.name);
    result.group_names.emplace(line.gid, name);
    for (const std::string& member : line.members)
      memberships[visible(member)].emplace(name, line.gid);
  }
  const std::string passwd = read_or_gap(root, "/etc/passwd", gaps);
  for (const formats::PasswdLine& line : formats::parse_passwd(passwd)) {
    facts::Account account;
    account.name = visible(line.name);
    account.uid = line.uid;
    account.gid = line.gid;
    account.home = visible(line.home);
    account.shell = visible(line.shell);
    const auto primary = result.group_names.find(line.gid);
    const Group first{
        primary == result.group_names.end() ? std::to_string(line.gid) : primary->second, line.gid};
    add(account, first);
    if (const auto others = memberships.find(account.name); others != memberships.end())
      for (const Group& other : others->second)
        if (other != first) add(account, other);
    result.accounts.push_back(std::move(account));
  }
  return result;
}

}  // namespace muster::observe
