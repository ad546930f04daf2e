// The machine: Debian 12 on its own kernel, named by the world.
#include "world/system.h"

#include "base/hash.h"
#include "base/text.h"
#include "world/files.h"

#include <fmt/format.h>

#include <optional>

namespace muster::world {
namespace {

using formats::Node;

constexpr std::string_view os_release =
    "PRETTY_NAME=\"Debian GNU/Linux 12 (bookworm)\"\n"
    "NAME=\"Debian GNU/Linux\"\n"
    "VERSION_ID=\"12\"\n"
    "VERSION=\"12 (bookworm)\"\n"
    "VERSION_CODENAME=bookworm\n"
    "ID=debian\n"
    "HOME_URL=\"https://www.debian.org/\"\n";
constexpr std::string_view kernel_release = "6.1.0-32-amd64\n";

std::string boot_id(std::string_view host) {
  const std::string hex = sha256_hex(fmt::format("boot of {}", host));
  return fmt::format("{}-{}-4{}-8{}-{}\n", hex.substr(0, 8), hex.substr(8, 4), hex.substr(12, 3),
                     hex.substr(15, 3), hex.substr(18, 12));
}

std::string stat_text(Time booted) {
  return fmt::format(
      "cpu  1200 0 800 500000 90 0 10 0 0 0\n"
      "cpu0 1200 0 800 500000 90 0 10 0 0 0\n"
      "intr 100000 0 0\n"
      "ctxt 200000\n"
      "btime {}\n"
      "processes 5000\n"
      "procs_running 1\n"
      "procs_blocked 0\n"
      "softirq 50000 0 0\n",
      booted.time_since_epoch().count());
}

// mountinfo writes blanks, tabs, line feeds and backslashes as octal.
std::string octal_escaped(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    if (c == ' ' || c == '\t' || c == '\n' || c == '\\') {
      escaped += fmt::format("\\{:03o}", static_cast<unsigned char>(c));
    } else {
      escaped += c;
    }
  }
  return escaped;
}

Result<std::string> mountinfo_text(const Reader& reader, const Node& world) {
  const std::optional<Node> mounts = world.find("mounts");
  if (!mounts) return std::string("25 1 254:1 / / rw,relatime shared:1 - ext4 /dev/vda1 rw\n");
  TRY(reader.is_list(*mounts, "[{ where: /, type: ext4 }]"));
  std::string text;
  for (size_t i = 0; i < mounts->size(); i++) {
    const Node mount = mounts->item(i);
    TRY(reader.known_keys(mount, {"where", "type", "source"}));
    const std::optional<Node> where = mount.find("where");
    if (!where || !mount.find("type"))
      return reader.fail_at(mount.place(), "a mount without where or type",
                            "write it like { where: /, type: ext4 }");
    TRY_ASSIGN(const std::string path, reader.absolute_path(*where));
    TRY_ASSIGN(const std::string type, reader.text_or(mount, "type", ""));
    TRY_ASSIGN(const std::string source, reader.text_or(mount, "source", type));
    text +=
        fmt::format("{} {} 0:{} / {} rw,relatime shared:{} - {} {} rw\n", 25 + i, i == 0 ? 1 : 25,
                    30 + i, octal_escaped(path), i + 1, octal_escaped(type), octal_escaped(source));
  }
  return text;
}

}  // namespace

Result<void> add_system(const Reader& reader, const Node& world, const System& system,
                        MemoryTree& tree) {
  TRY_ASSIGN(const std::string host, reader.text_or(world, "host", "host01"));
  TRY_ASSIGN(std::string mountinfo, mountinfo_text(reader, world));
  const auto etc = [&](std::string_view name, std::string text, uint16_t mode) {
    tree.insert_or_assign(join_path("/etc", name),
                          regular_file(std::move(text), system.modified, {}, mode));
  };
  const auto proc = [&](std::string_view name, std::string text) {
    tree.insert_or_assign(join_path("/proc", name),
                          regular_file(std::move(text), system.now, {}, 0444));
  };
  etc("hostname", host + "\n", 0644);
  etc("machine-id", sha256_hex(fmt::format("machine {}", host)).substr(0, 32) + "\n", 0444);
  etc("os-release", std::string(os_release), 0644);
  proc("stat", stat_text(system.booted));
  proc("self/mountinfo", std::move(mountinfo));
  proc("sys/kernel/osrelease", std::string(kernel_release));
  proc("sys/kernel/random/boot_id", boot_id(host));
  return {};
}

}  // namespace muster::world
