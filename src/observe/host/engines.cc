// Container engines' control sockets, at the places where their packages put them.
#include "observe/host/engines.h"

#include "base/text.h"
#include "observe/host/evidence.h"

#include <fmt/format.h>

#include <algorithm>

namespace muster::observe {
namespace {

constexpr std::string_view sockets[] = {
    "/run/docker.sock",
    "/run/podman/podman.sock",
    "/run/containerd/containerd.sock",
    "/run/crio/crio.sock",
    "/run/buildkit/buildkitd.sock",
    "/run/incus/unix.socket",
    "/run/lxd/unix.socket",
    "/run/k3s/containerd/containerd.sock",
    "/var/lib/incus/unix.socket",
    "/var/lib/lxd/unix.socket",
    "/var/snap/lxd/common/lxd/unix.socket",
    "/var/snap/docker/common/run/docker.sock",
};
// Below /run/user/UID: engines that run without root.
constexpr std::string_view rootless_sockets[] = {
    "docker.sock",
    "podman/podman.sock",
    "buildkit/buildkitd.sock",
};
constexpr size_t most_users = 10'000;

class Finder {
 public:
  Finder(const Root& root, std::vector<facts::Gap>& gaps) : root_(root), gaps_(gaps) {}

  // False, with a gap, when what is there may not be looked at.
  bool look(std::string_view path) {
    const auto info = root_.link_info(path);
    if (!info) {
      if (info.error().code == Errc::not_found) return true;
      gaps_.push_back(gap_of(path, info.error(), false));
      return false;
    }
    if (info->kind == FileKind::symlink) follow(path);
    if (info->kind == FileKind::socket) add(std::string(path), *info);
    return true;
  }

  // A link at a usual place may lead to a socket at an unusual one.
  void follow(std::string_view path) {
    const auto info = root_.info(path);
    const auto target = root_.link_target(path);
    if (info && target && info->kind == FileKind::socket)
      add(normal_path(join_path(parent_path(path), *target)), *info);
  }

  std::vector<facts::EngineSocket> take() {
    std::ranges::sort(found_, {}, &facts::EngineSocket::path);
    return std::move(found_);
  }

 private:
  void add(std::string path, const FileInfo& info) {
    const facts::EngineSocket socket{visible(path), info.uid, info.gid, info.mode};
    const auto same = [&](const auto& other) {
      return other.second == socket.path || (info.inode != 0 && other.first == identity(info));
    };
    if (std::ranges::any_of(seen_, same)) return;
    seen_.emplace_back(identity(info), socket.path);
    found_.push_back(socket);
  }
  static std::pair<uint64_t, uint64_t> identity(const FileInfo& info) {
    return {info.device, info.inode};
  }

  const Root& root_;
  std::vector<facts::Gap>& gaps_;
  std::vector<facts::EngineSocket> found_;
  std::vector<std::pair<std::pair<uint64_t, uint64_t>, std::string>> seen_;
};

bool is_number(const DirEntry& entry) { return parse_number(entry.name).has_value(); }

}  // namespace

std::vector<facts::EngineSocket> read_engines(const Root& root, std::vector<facts::Gap>& gaps) {
  Finder finder(root, gaps);
  for (const std::string_view path : sockets) finder.look(path);
  // Nearly everywhere /var/run is a link to /run, where the socket was already seen.
  if (const auto run = root.link_info("/var/run"); run && run->kind == FileKind::directory)
    finder.look("/var/run/docker.sock");
  const auto users = root.list("/run/user", most_users);
  if (!users && users.error().code != Errc::not_found)
    gaps.push_back(gap_of("/run/user", users.error(), false));
  if (users)
    for (const DirEntry& user : *users)
      for (const std::string_view name : rootless_sockets)
        if (is_number(user) && !finder.look(fmt::format("/run/user/{}/{}", user.name, name))) break;
  return finder.take();
}

}  // namespace muster::observe
