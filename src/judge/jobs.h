// Which processes come from a runner's job, and whether that job still runs.
#pragma once
#include "catalog/product.h"
#include "facts/host.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace muster::judge {

// What in a process's environment says that a job started it.
struct JobOrigin {
  const catalog::Product* product = nullptr;  // whose job
  std::string key;                            // the environment key that says so
  std::string value;
};

class Jobs {
 public:
  Jobs(const facts::Host& host, const catalog::Catalog& catalog);

  const facts::Process* find(int32_t pid) const;  // null: not among the facts
  // "listener", "job", ... ; empty for a process that is no product's own.
  std::string_view role(int32_t pid) const;
  const catalog::Product* product(int32_t pid) const;
  // The process's ancestors, nearest first; ends at a process the facts do not hold.
  std::vector<const facts::Process*> ancestors(const facts::Process& process) const;
  // By its environment. Keys that only one product sets decide before those that several set.
  std::optional<JobOrigin> origin(const facts::Process& process) const;
  // Whether a listener or job process is among its ancestors: its job's tree still holds it.
  bool in_a_tree(const facts::Process& process) const;
  // Whether the environment key has this value in some process that is in a job's tree.
  bool is_running(std::string_view key, std::string_view value) const;

 private:
  const facts::Host& host_;
  const catalog::Catalog& catalog_;
  std::unordered_map<int32_t, const facts::Process*> processes_;
  std::unordered_map<int32_t, const facts::Role*> roles_;
};

}  // namespace muster::judge
