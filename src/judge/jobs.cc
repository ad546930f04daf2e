// Job origin by environment and ancestry.
#include "judge/jobs.h"

#include <algorithm>
#include <set>

namespace muster::judge {

Jobs::Jobs(const facts::Host& host, const catalog::Catalog& catalog) : host_(host), catalog_(catalog) {
  for (const facts::Process& process : host.processes) processes_.emplace(process.pid, &process);
  for (const facts::Role& role : host.roles) roles_.emplace(role.pid, &role);
}

const facts::Process* Jobs::find(int32_t pid) const {
  const auto found = processes_.find(pid);
  return found == processes_.end() ? nullptr : found->second;
}

std::string_view Jobs::role(int32_t pid) const {
  const auto found = roles_.find(pid);
  return found == roles_.end() ? std::string_view{} : found->second->role;
}

const catalog::Product* Jobs::product(int32_t pid) const {
  const auto found = roles_.find(pid);
  return found == roles_.end() ? nullptr : catalog_.find(found->second->product);
}

std::vector<const facts::Process*> Jobs::ancestors(const facts::Process& process) const {
  std::vector<const facts::Process*> chain;
  std::set<int32_t> seen{process.pid};
  for (const facts::Process* p = find(process.parent); p != nullptr && seen.insert(p->pid).second;
       p = find(p->parent))
    chain.push_back(p);
  return chain;
}

std::optional<JobOrigin> Jobs::origin(const facts::Process& process) const {
  const auto by = [&](auto keys_of) -> std::optional<JobOrigin> {
    for (const catalog::Product& product : catalog_.products)
      for (const std::string& key : keys_of(product))
        if (const auto entry = process.environment.find(key); entry != process.environment.end())
          return JobOrigin{&product, entry->first, entry->second};
    return std::nullopt;
  };
  if (auto own = by([](const catalog::Product& product) {
        auto keys = product.job.own;
        if (!product.job.tracking.empty()) keys.push_back(product.job.tracking);
        return keys;
      }))
    return own;
  return by([](const catalog::Product& product) { return product.job.shared; });
}

bool Jobs::in_a_tree(const facts::Process& process) const {
  return std::ranges::any_of(ancestors(process), [&](const facts::Process* ancestor) {
    const std::string_view what = role(ancestor->pid);
    return what == "listener" || what == "job";
  });
}

bool Jobs::is_running(std::string_view key, std::string_view value) const {
  return std::ranges::any_of(host_.processes, [&](const facts::Process& process) {
    const auto entry = process.environment.find(std::string(key));
    return entry != process.environment.end() && entry->second == value && in_a_tree(process);
  });
}

}  // namespace muster::judge
