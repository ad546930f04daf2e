// The processes of a host, read from /proc.
#pragma once
#include "catalog/product.h"
#include "facts/host.h"
#include "os/root.h"
#include "redact/redact.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace muster::observe {

// What a process was started with, as the kernel shows it: not redacted, not made visible. Only for
// recognising runners; never enters facts. The texts that may hold secrets are wiped at the end.
class RawProcess {
 public:
  RawProcess() = default;
  RawProcess(RawProcess&&) noexcept = default;
  RawProcess& operator=(RawProcess&& other) noexcept;
  ~RawProcess();

  std::string exe;                          // without " (deleted)"; empty when not readable
  std::string cwd;                          // empty when not readable
  std::vector<std::string_view> arguments;  // views, valid while this lives
  std::map<std::string_view, std::string_view> environment;  // listed keys only

  // Takes over the texts and sets the views above. `environ` is NUL-separated KEY=VALUE.
  void hold(std::string cmdline, std::string environ);

 private:
  void wipe();
  // On the heap, because moving a short std::string would leave its bytes behind.
  std::unique_ptr<std::string> cmdline_;
  std::unique_ptr<std::string> environ_;
};

struct ProcessTable {
  std::vector<facts::Process> processes;  // sorted by pid, without kernel threads
  std::map<int32_t, RawProcess> raw;      // one for each of them

  const facts::Process* find(int32_t pid) const;  // null: there is none
  facts::Process* find(int32_t pid);
  const RawProcess* find_raw(int32_t pid) const;
};

// Every process that /proc shows; empty, without a gap, where there is no /proc. Environments hold
// only HOME, USER, LD_PRELOAD, CI and the keys that the catalog names. Exposures are those of the
// arguments: an environment is private to its user. Processes that vanish meanwhile are left out.
ProcessTable read_processes(const Root& root, const catalog::Catalog& catalog,
                            const redact::Redactor& redactor, std::vector<facts::Gap>& gaps);

// Fills `listens` of the given processes ("tcp 127.0.0.1:9989", "tcp [::]:80"). Costly: reads every
// descriptor link of each of them, so ask for few. Descriptors that may not be read are one gap.
void read_listeners(const Root& root, const std::vector<facts::Process*>& processes,
                    std::vector<facts::Gap>& gaps);

}  // namespace muster::observe
