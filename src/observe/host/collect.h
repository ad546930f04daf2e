// A host, live or offline, to facts.
#pragma once
#include "catalog/product.h"
#include "facts/host.h"
#include "os/root.h"
#include "redact/redact.h"

#include <functional>

namespace muster::observe {

struct CollectOptions {
  Time now{};
  uint32_t as_uid = 0;
  bool live = false;           // the root is the running host's "/"
  bool all_processes = false;  // keep every process in the facts, not only what concerns runners
  bool cross_remote = false;   // also walk network and FUSE mounts
  std::function<bool()> out_of_time;               // asked during the walk
  std::function<void(std::string_view)> progress;  // may be empty
};

facts::Host collect_host(const Root& root, const catalog::Catalog& catalog,
                         const redact::Redactor& redactor, const CollectOptions& options);

}  // namespace muster::observe
