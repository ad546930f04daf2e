// Keeps what concerns runners.
#include "observe/host/relevance.h"

#include "base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace muster::observe {
namespace {

constexpr size_t most_processes = 20'000;

// The environment keys that mark a process as a job's.
std::set<std::string, std::less<>> job_keys(const catalog::Catalog& catalog) {
  std::set<std::string, std::less<>> keys;
  for (const catalog::Product& product : catalog.products) {
    keys.insert(product.job.own.begin(), product.job.own.end());
    keys.insert(product.job.shared.begin(), product.job.shared.end());
    for (const std::string& key : {product.job.tracking, product.job.id})
      if (!key.empty()) keys.insert(key);
  }
  return keys;
}

std::set<std::string> runner_units(const facts::Host& host) {
  std::set<std::string> names;
  for (const facts::Runner& runner : host.runners)
    for (const std::string& unit : runner.units) names.emplace(base_name(unit));
  return names;
}

bool in_unit(const facts::Process& process, const std::set<std::string>& names) {
  return std::ranges::any_of(split(process.cgroup, '/'), [&](std::string_view part) {
    return names.contains(std::string(part));
  });
}

std::set<int32_t> wanted_pids(const facts::Host& host, const catalog::Catalog& catalog,
                              const ProcessTable& table) {
  std::set<int32_t> wanted;
  for (const facts::Role& role : host.roles) wanted.insert(role.pid);
  const auto keys = job_keys(catalog);
  const auto units = runner_units(host);
  for (const facts::Process& process : table.processes) {
    const bool marked = std::ranges::any_of(
        process.environment, [&](const auto& entry) { return keys.contains(entry.first); });
    if (marked || !process.exposures.empty() || in_unit(process, units)) wanted.insert(process.pid);
  }
  // Every wanted process with its ancestors; a parent chain ends at pid 0 or at a vanished process.
  std::set<int32_t> all;
  for (int32_t pid : wanted)
    while (pid > 0 && all.size() < most_processes && all.insert(pid).second) {
      const facts::Process* process = table.find(pid);
      if (process == nullptr) break;
      pid = process->parent;
    }
  return all;
}

void keep_processes(facts::Host& host, const catalog::Catalog& catalog, ProcessTable table,
                    const Root& root, bool all) {
  const std::set<int32_t> wanted = all ? std::set<int32_t>{} : wanted_pids(host, catalog, table);
  for (facts::Process& process : table.processes)
    if (all || wanted.contains(process.pid)) host.processes.push_back(std::move(process));
  std::vector<facts::Process*> in_role;
  for (facts::Process& process : host.processes)
    if (std::ranges::binary_search(host.roles, process.pid, {}, &facts::Role::pid))
      in_role.push_back(&process);
  read_listeners(root, in_role, host.gaps);
}

void keep_accounts(facts::Host& host, const Accounts& accounts) {
  std::set<std::string> names;
  for (const facts::Runner& runner : host.runners) names.insert(runner.user);
  std::set<uint32_t> uids;
  for (const facts::Process& process : host.processes) uids.insert(process.uid);
  for (const facts::Account& account : accounts.accounts)
    if (names.contains(account.name) || uids.contains(account.uid))
      host.accounts.push_back(account);
}

}  // namespace

void keep_relevant(facts::Host& host, const catalog::Catalog& catalog, ProcessTable processes,
                   const std::vector<facts::Unit>& units, const Accounts& accounts,
                   const Root& root, bool all_processes) {
  const auto wanted = runner_units(host);
  for (const facts::Unit& unit : units)
    if (wanted.contains(unit.name) || !unit.exposures.empty()) host.units.push_back(unit);
  keep_processes(host, catalog, std::move(processes), root, all_processes);
  keep_accounts(host, accounts);
}

}  // namespace muster::observe
