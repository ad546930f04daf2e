// The accounts of a host, their groups, and what sudo lets them do.
#pragma once
#include "facts/host.h"
#include "os/root.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace muster::observe {

struct Accounts {
  std::vector<facts::Account> accounts;         // as in /etc/passwd
  std::map<uint32_t, std::string> group_names;  // by gid; the first of several names

  const facts::Account* find(uint32_t uid) const;  // null: there is none
  const facts::Account* find(std::string_view name) const;
};

// /etc/passwd and /etc/group. A group without a name is written as its number. Directory services
// (LDAP, systemd-homed) are not asked.
Accounts read_accounts(const Root& root, std::vector<facts::Gap>& gaps);

// /etc/sudoers with everything it includes, one grant for each name of a rule, in sudo's order
// (later ones win). An exclusion "!ci" is a grant of its own, from the same source as the one that
// it narrows. Nothing, without a gap, where there is no sudoers file.
std::vector<facts::SudoGrant> read_sudo(const Root& root, std::vector<facts::Gap>& gaps);

}  // namespace muster::observe
