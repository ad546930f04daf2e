// The plan of the walk.
#include "observe/host/places.h"

#include "base/text.h"
#include "os/mounts.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace muster::observe {
namespace {

// Unpacked images and container layers: a runner in there is a container's, seen by its process.
constexpr std::string_view container_layers[] = {
    "/var/lib/docker/overlay2",
    "/var/lib/docker/rootfs",
    "/var/lib/docker/vfs",
    "/var/lib/docker/btrfs",
    "/var/lib/docker/zfs",
    "/var/lib/containers/storage/overlay",
    "/var/lib/containers/storage/vfs",
    "/var/lib/containerd/io.containerd.snapshotter.v1.overlayfs",
    "/var/lib/containerd/io.containerd.snapshotter.v1.native",
    "/run/containerd/io.containerd.runtime.v2.task"};

// Trees that only repeat what the kernel says; in an offline tree they are ordinary folders.
constexpr std::string_view kernel_trees[] = {"/proc", "/sys"};

bool is_in_layers(std::string_view path) {
  return std::ranges::any_of(container_layers,
                             [&](std::string_view layer) { return is_below(path, layer); });
}

}  // namespace

WalkPlan plan_walk(const Root& root, bool cross_remote) {
  WalkPlan plan;
  for (const std::string_view tree : kernel_trees) plan.skip.emplace_back(tree);
  for (const std::string_view layer : container_layers) {
    plan.skip.emplace_back(layer);
    if (root.exists(layer)) plan.not_walked.push_back(fmt::format("{}: container layers", layer));
  }
  const auto text = root.read("/proc/self/mountinfo", size_t{8} << 20);
  if (!text) {
    plan.starts = {"/"};
    return plan;
  }
  auto mounts = parse_mountinfo(*text);
  // In a chroot, or behind a mount that this process may not see, the root is no mount of its own.
  if (std::ranges::find(mounts, "/", &Mount::where) == mounts.end())
    mounts.push_back({.where = "/", .type = "", .source = "", .subtree = "/"});
  // Whole file systems before parts of them, then the shortest path: what is mounted several times
  // (bind mounts) is entered once, at the place that shows most of it.
  std::ranges::stable_sort(mounts, {}, [](const Mount& mount) {
    return std::make_pair(mount.subtree.size(), mount.where.size());
  });
  std::set<std::pair<uint64_t, std::string>> seen;
  for (const Mount& mount : mounts) {
    const MountKind kind = kind_of(mount);
    if (kind == MountKind::kernel || is_in_layers(mount.where)) continue;
    const bool remote = kind != MountKind::local;
    if (remote && !cross_remote) {
      plan.gaps.push_back(
          {visible(mount.where),
           fmt::format("{} mount, not entered; --cross-remote enters it", visible(mount.type)),
           true});
      continue;
    }
    const auto info = root.link_info(mount.where);
    if (!info || info->kind != FileKind::directory) continue;
    const bool shown = std::ranges::any_of(seen, [&](const auto& tree) {
      return tree.first == info->device && is_below(mount.subtree, tree.second);
    });
    if (info->device != 0 && shown) continue;
    seen.emplace(info->device, mount.subtree);
    if (std::ranges::find(plan.starts, mount.where) == plan.starts.end())
      plan.starts.push_back(mount.where);
  }
  if (plan.starts.empty()) plan.starts = {"/"};
  return plan;
}

}  // namespace muster::observe
