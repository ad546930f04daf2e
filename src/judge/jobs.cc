// Job origin by environment and ancestry.
#include "judge/jobs.h"

#include <algorithm>
#include <set>

namespace muster::judge {

Jobs::Jobs(const facts::Host& host, const catalog::Catalog& catalog)
    : host_(host), catalog_(catalog) {
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
  const auto by = [&](const catalog::Product& product,
                      const std::vector<std::string>& keys) -> std::optional<JobOrigin> {
    for (const std::string& key : keys)
      if (const auto entry = process.environment.find(key); entry != process.environment.end())
        return JobOrigin{&product, entry->first, entry->second};
    return std::nullopt;
  };
  for (const catalog::Product& product : catalog_.products)
    if (auto found = by(product, product.job.own)) return found;
  // Several products set these; one that has a runner here is the likelier origin.
  for (const bool here : {true, false})
    for (const catalog::Product& product : catalog_.products) {
      const bool has_runner = std::ranges::find(host_.runners, product.id,
                                                &facts::Runner::product) != host_.runners.end();
      if (has_runner != here) continue;
      if (auto found = by(product, product.job.shared)) return found;
    }
  return std::nullopt;
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
