// Processes: from YAML to plain structs.
#include "world/processes.h"

#include "base/text.h"

#include <arpa/inet.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>

namespace muster::world {
namespace {

using formats::Node;

constexpr uint64_t most_pid = 4'194'304;  // PID_MAX_LIMIT of 64-bit kernels
constexpr size_t most_name = 15;          // TASK_COMM_LEN without the final NUL
constexpr uint64_t first_inode = 20'000;

// The kernel prints each 32-bit word of an address in the machine's own order.
template <size_t Words>
std::string kernel_address(const std::array<uint32_t, Words>& address, uint64_t port) {
  return fmt::format("{:08X}:{:04X}", fmt::join(address, ""), port);
}

std::optional<Listener> parse_listener(std::string_view text) {
  const size_t colon = text.rfind(':');
  if (!text.starts_with("tcp") || colon == std::string_view::npos) return std::nullopt;
  const std::optional<uint64_t> port = parse_number(text.substr(colon + 1));
  if (!port || *port == 0 || *port > 65535) return std::nullopt;
  std::string host(text.substr(0, colon));
  const bool is_tcp6 = host.starts_with("tcp6 ");
  if (!is_tcp6 && !host.starts_with("tcp ")) return std::nullopt;
  host.erase(0, is_tcp6 ? 5 : 4);
  if (host.starts_with('[') && host.ends_with(']')) {
    std::array<uint32_t, 4> address{};
    host = host.substr(1, host.size() - 2);
    if (inet_pton(AF_INET6, host.c_str(), address.data()) != 1) return std::nullopt;
    return Listener{.six = true, .address = kernel_address(address, *port)};
  }
  std::array<uint32_t, 1> address{};
  if (is_tcp6 || inet_pton(AF_INET, host.c_str(), address.data()) != 1) return std::nullopt;
  return Listener{.address = kernel_address(address, *port)};
}

Result<void> read_listeners(const Reader& reader, const Node& node, WorldProcess& process) {
  const std::optional<Node> listens = node.find("listens");
  if (!listens) return {};
  TRY(reader.is_list(*listens, "[\"tcp 127.0.0.1:9989\"]"));
  for (size_t i = 0; i < listens->size(); i++) {
    const std::optional<Listener> listener = parse_listener(listens->item(i).text());
    if (!listener)
      return reader.fail_at(
          listens->item(i).place(),
          fmt::format("\"{}\" is no listening address", visible(listens->item(i).text())),
          "write \"tcp 127.0.0.1:9989\" or \"tcp6 [::1]:9989\"");
    process.listeners.push_back(*listener);
  }
  return {};
}

Result<void> read_who(const Reader& reader, const Node& node, const Accounts& accounts,
                      WorldProcess& process) {
  if (const std::optional<Node> user = node.find("user")) {
    TRY_ASSIGN(process.user, user_named(reader, accounts, *user));
  }
  process.groups = process.user.groups;
  // A login puts the primary group among the supplementary ones; root's services have none.
  if (process.user.uid != 0) process.groups.push_back(process.user.gid);
  if (const std::optional<Node> groups = node.find("groups")) {
    TRY(reader.is_list(*groups, "[docker]"));
    process.groups.clear();
    for (size_t i = 0; i < groups->size(); i++) {
      TRY_ASSIGN(const uint32_t gid, group_named(reader, accounts, groups->item(i)));
      process.groups.push_back(gid);
    }
  }
  std::ranges::sort(process.groups);
  process.all_capabilities = process.user.uid == 0;
  if (const std::optional<Node> capabilities = node.find("capabilities")) {
    const std::string_view text = capabilities->text();
    if (text != "all" && text != "none")
      return reader.fail_at(capabilities->place(), fmt::format("\"{}\"", visible(text)),
                            "write all or none");
    process.all_capabilities = text == "all";
  }
  return {};
}

Result<void> read_program(const Reader& reader, const Node& node, WorldProcess& process) {
  TRY_ASSIGN(process.exe, reader.text_or(node, "exe", ""));
  constexpr std::string_view deleted = " (deleted)";
  std::string program = process.exe;
  if (program.ends_with(deleted)) program.resize(program.size() - deleted.size());
  TRY_ASSIGN(process.name, reader.text_or(node, "name", base_name(program).substr(0, most_name)));
  if (process.name.empty())
    return reader.fail_at(node.place(), "a process without exe and name",
                          "write exe, or name for a kernel thread");
  if (process.name.size() > most_name)
    return reader.fail_at(Reader::place_of(node, "name"), "the kernel cuts names to 15 bytes",
                          fmt::format("write \"{}\"", visible(process.name.substr(0, most_name))));
  if (!program.empty()) process.arguments = {program};
  if (const std::optional<Node> arguments = node.find("arguments")) {
    TRY_ASSIGN(process.arguments, reader.texts(*arguments));
  }
  TRY_ASSIGN(process.cwd, reader.text_or(node, "cwd", "/"));
  TRY_ASSIGN(process.cgroup, reader.text_or(node, "cgroup", "/"));
  return {};
}

Result<void> read_environment(const Reader& reader, const Node& node, WorldProcess& process) {
  const std::optional<Node> environment = node.find("environment");
  if (!environment) return {};
  TRY(reader.is_map(*environment, "{ KEY: value }"));
  for (size_t i = 0; i < environment->size(); i++) {
    TRY_ASSIGN(std::string key, reader.text(environment->key(i)));
    TRY_ASSIGN(std::string value, reader.text(environment->value(i)));
    process.environment.emplace_back(std::move(key), std::move(value));
  }
  return {};
}

Result<WorldProcess> read_process(const Reader& reader, const Node& node, const Accounts& accounts,
                                  Time now) {
  TRY(reader.known_keys(
      node, {"pid", "parent", "user", "groups", "started", "exe", "arguments", "name", "cwd",
             "environment", "cgroup", "capabilities", "listens", "namespace"}));
  WorldProcess process;
  const std::optional<Node> pid = node.find("pid");
  if (!pid) return reader.fail_at(node.place(), "a process without pid", "write pid: 812");
  TRY_ASSIGN(const uint64_t number, reader.number(*pid, most_pid));
  if (number == 0) return reader.fail_at(pid->place(), "pid 0 is no process", "write 1 or more");
  process.pid = static_cast<uint32_t>(number);
  process.parent = process.pid == 1 ? 0 : 1;
  if (const std::optional<Node> parent = node.find("parent")) {
    TRY_ASSIGN(const uint64_t parent_pid, reader.number(*parent, most_pid));
    process.parent = static_cast<uint32_t>(parent_pid);
  }
  TRY_ASSIGN(process.started, reader.time_or(node, "started", now - std::chrono::hours(1)));
  if (process.started > now)
    return reader.fail_at(Reader::place_of(node, "started"), "it starts after the world's now",
                          fmt::format("write a time up to {}", to_string(now)));
  TRY(read_who(reader, node, accounts, process));
  TRY(read_program(reader, node, process));
  TRY(read_environment(reader, node, process));
  TRY(read_listeners(reader, node, process));
  if (const std::optional<Node> other = node.find("namespace")) {
    if (other->text() != "other")
      return reader.fail_at(other->place(), fmt::format("\"{}\"", visible(other->text())),
                            "write other, or leave it out");
    process.other_namespace = true;
  }
  return process;
}

WorldProcess first_process(Time now) {
  WorldProcess process;
  process.pid = 1;
  process.started = now - std::chrono::days(7);
  process.exe = "/usr/lib/systemd/systemd";
  process.name = "systemd";
  process.cwd = "/";
  process.arguments = {"/sbin/init"};
  process.cgroup = "/init.scope";
  process.all_capabilities = true;
  return process;
}

}  // namespace

Result<std::vector<WorldProcess>> read_processes(const Reader& reader, const Node& world,
                                                 const Accounts& accounts, Time now) {
  std::vector<WorldProcess> all;
  if (const std::optional<Node> processes = world.find("processes")) {
    TRY(reader.is_list(*processes, "[{ pid: 812, exe: /usr/bin/sleep }]"));
    for (size_t i = 0; i < processes->size(); i++) {
      TRY_ASSIGN(WorldProcess process, read_process(reader, processes->item(i), accounts, now));
      if (std::ranges::find(all, process.pid, &WorldProcess::pid) != all.end())
        return reader.fail_at(Reader::place_of(processes->item(i), "pid"),
                              fmt::format("pid {} stands twice", process.pid),
                              "write another number");
      all.push_back(std::move(process));
    }
  }
  if (std::ranges::find(all, 1U, &WorldProcess::pid) == all.end())
    all.push_back(first_process(now));
  std::ranges::sort(all, {}, &WorldProcess::pid);
  uint64_t inode = first_inode;
  for (WorldProcess& process : all)
    for (Listener& listener : process.listeners) listener.inode = inode++;
  return all;
}

}  // namespace muster::world
