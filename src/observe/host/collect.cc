// Collects the facts of a host: identity, accounts, processes, units, one walk, then runners.
#include "observe/host/collect.h"

#include "base/hash.h"
#include "base/text.h"
#include "observe/host/accounts.h"
#include "observe/host/engines.h"
#include "observe/host/places.h"
#include "observe/host/processes.h"
#include "observe/host/relevance.h"
#include "observe/host/runners.h"
#include "observe/host/units.h"
#include "os/walk.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace muster::observe {
namespace {

std::string first_line(const Root& root, std::string_view path) {
  const auto text = root.read(path, 4096);
  return text ? visible(trim(text->substr(0, text->find('\n')))) : "";
}

std::string pretty_name(const Root& root) {
  for (const std::string_view path : {"/etc/os-release", "/usr/lib/os-release"}) {
    const auto text = root.read(path, 65536);
    if (!text) continue;
    for (std::string_view line : lines(*text)) {
      constexpr std::string_view key = "PRETTY_NAME=";
      if (!line.starts_with(key)) continue;
      line.remove_prefix(key.size());
      if (line.size() >= 2 && line.front() == '"' && line.back() == '"')
        line = line.substr(1, line.size() - 2);
      return visible(line);
    }
  }
  return "";
}

void read_identity(const Root& root, facts::Host& host) {
  host.hostname = first_line(root, "/proc/sys/kernel/hostname");
  if (host.hostname.empty()) host.hostname = first_line(root, "/etc/hostname");
  if (host.hostname.empty()) host.hostname = "this host";
  if (const std::string id = first_line(root, "/etc/machine-id"); !id.empty())
    host.machine = sha256_hex(id).substr(0, 16);
  host.boot = first_line(root, "/proc/sys/kernel/random/boot_id");
  host.kernel = first_line(root, "/proc/sys/kernel/osrelease");
  host.os = pretty_name(root);
}

// Walks every place of the plan and keeps the paths whose names could be a product's registration.
std::vector<std::string> find_markers(const Root& root, const MarkerNames& names,
                                      const WalkPlan& plan, const CollectOptions& options,
                                      facts::Host& host) {
  std::vector<std::string> markers;
  constexpr size_t most_markers = 500'000;
  const auto visit = [&](std::string_view directory, const DirEntry& entry) {
    const bool file = entry.kind == FileKind::regular || entry.kind == FileKind::symlink;
    if (file && !names.of(entry.name).empty() && markers.size() < most_markers)
      markers.push_back(join_path(directory, entry.name));
    return true;
  };
  for (const std::string& start : plan.starts) {
    if (options.progress) options.progress(fmt::format("looking through {}", visible(start)));
    const WalkSummary summary =
        walk(root, start, {.skip = plan.skip, .out_of_time = options.out_of_time}, visit);
    host.coverage.walked.push_back(visible(start));
    host.coverage.entries += summary.entries;
    host.coverage.directories += summary.directories;
    for (const WalkGap& gap : summary.gaps) host.gaps.push_back({visible(gap.path), gap.why, true});
    if (summary.gaps_left_out > 0)
      host.gaps.push_back(
          {fmt::format("{} more folders below {}", summary.gaps_left_out, visible(start)),
           "could not be read", true});
  }
  if (markers.size() == most_markers)
    host.gaps.push_back({"registration files beyond the first 500000", "too many of them", true});
  return markers;
}

}  // namespace

facts::Host collect_host(const Root& root, const catalog::Catalog& catalog,
                         const redact::Redactor& redactor, const CollectOptions& options) {
  facts::Host host;
  host.collected = options.now;
  host.collected_as = options.as_uid;
  host.coverage.root = root.location();
  host.coverage.live = options.live;
  read_identity(root, host);

  const Accounts accounts = read_accounts(root, host.gaps);
  host.sudo = read_sudo(root, host.gaps);
  host.engines = read_engines(root, host.gaps);
  ProcessTable processes = read_processes(root, catalog, redactor, host.gaps);
  const auto units =
      read_units(root, accounts.accounts, redactor, host.gaps, host.coverage.files_read);
  host.coverage.processes = processes.processes.size();
  host.coverage.units = units.size();

  const WalkPlan plan = plan_walk(root, options.cross_remote);
  host.coverage.not_walked = plan.not_walked;
  std::ranges::copy(plan.gaps, std::back_inserter(host.gaps));
  const MarkerNames names(catalog);
  auto markers = find_markers(root, names, plan, options, host);
  host.coverage.files_read += markers.size();

  RunnersFound found =
      find_runners(root, catalog, names, std::move(markers), processes, units, accounts, host.gaps);
  host.runners = std::move(found.runners);
  host.roles = std::move(found.roles);
  keep_relevant(host, catalog, std::move(processes), units, accounts, root, options.all_processes);
  std::ranges::sort(host.gaps);
  host.gaps.erase(std::ranges::unique(host.gaps).begin(), host.gaps.end());
  return host;
}

}  // namespace muster::observe
