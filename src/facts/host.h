// The facts of one host: plain structs, no I/O, no logic beyond equality. Nothing in here is ever
// the value of a secret: text that could carry one went through the redactor first.
#pragma once
#include "base/time.h"
#include "facts/source.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace muster::facts {

// A credential whose value stood where others can read it; the value itself is gone.
struct Exposure {
  std::string kind;   // a credential kind of the catalog, or "unknown"
  Source source;      // pid and argument, unit file and line
  std::string shown;  // the redacted text around it
  auto operator<=>(const Exposure&) const = default;
};

struct Process {
  int32_t pid = 0;
  int32_t parent = 0;
  Time started{};
  uint32_t uid = 0;            // effective
  std::vector<uint32_t> gids;  // effective and supplementary, sorted
  std::string name;            // comm
  std::string exe;             // without " (deleted)"; empty when not readable
  bool exe_deleted = false;
  bool exe_in_memory = false;                      // memfd
  std::string cwd;                                 // empty when not readable
  std::vector<std::string> arguments;              // redacted
  std::map<std::string, std::string> environment;  // listed keys only, redacted
  bool environment_read = false;          // false: not readable, so an absent key means nothing
  std::string cgroup;                     // "/system.slice/x.service"
  std::vector<std::string> capabilities;  // effective, "cap_sys_admin"; all of them as {"all"}
  std::vector<std::string> listens;       // "tcp 0.0.0.0:9989", sorted
  bool other_mount_namespace = false;     // its paths are not the host's
  std::vector<Exposure> exposures;
  bool operator==(const Process&) const = default;
};

struct Account {
  std::string name;
  uint32_t uid = 0;
  uint32_t gid = 0;
  std::string home;
  std::string shell;
  std::vector<std::string> groups;  // names, primary first, then sorted
  std::vector<uint32_t> gids;       // the same as numbers
  bool operator==(const Account&) const = default;
};

// One thing sudo lets somebody do.
struct SudoGrant {
  std::string who;  // "ci", "%docker", "#1001", "ALL"
  std::vector<std::string> run_as;
  bool password_needed = true;
  std::vector<std::string> commands;
  Source source;
  bool operator==(const SudoGrant&) const = default;
};

// A control socket of a container engine, and who may write to it.
struct EngineSocket {
  std::string path;
  uint32_t uid = 0;
  uint32_t gid = 0;
  uint16_t mode = 0;
  bool operator==(const EngineSocket&) const = default;
};

struct Setting {
  std::string section;
  std::string key;
  std::string value;  // redacted
  Source source;      // the file that this part came from
  bool operator==(const Setting&) const = default;
};

// A systemd service with its drop-ins applied: the effective settings in order, resets done.
struct Unit {
  std::string name;                // "actions.runner.acme.build01.service"
  std::string scope;               // "system", or the account whose user manager runs it
  std::vector<std::string> files;  // main file first, then drop-ins in order
  bool autostart = false;          // enabled: something wants it, or an enabled instance of it
  std::vector<Setting> settings;
  std::vector<Exposure> exposures;
  bool operator==(const Unit&) const = default;
};

// One registration of a CI agent with one platform scope on this host.
struct Runner {
  std::string product;      // catalog id
  std::string platform;     // "github", "gitlab", ...
  std::string name;         // empty: not known from the host
  std::string scope;        // "https://github.com/acme"; empty: not known from the host
  std::string platform_id;  // the platform's number for it
  std::string uuid;
  std::string path;       // the folder it is installed or configured in; empty: nothing on disk
  std::string config;     // the file that holds the registration; empty: nothing on disk
  std::string user;       // the account its jobs run as
  std::string user_from;  // "process", "unit", "file owner", "configuration"
  std::vector<std::string> labels;
  std::string executor;  // GitLab: "shell", "docker", ...
  std::optional<bool> ephemeral;
  std::optional<bool> privileged;  // its job containers are
  std::string version;
  std::string token_expires;       // RFC 3339, "never", or empty: not known
  std::string work_folder;         // absolute
  bool shared_token = false;       // the product registers anew at each start with a shared token
  std::vector<int32_t> pids;       // live listeners
  std::vector<std::string> units;  // units that start it: "scope/name"
  std::vector<Source> sources;     // what it was recognised by, strongest first
  std::map<std::string, Source> places;  // field name ("name", "scope", ...) -> where it stands
  bool operator==(const Runner&) const = default;
};

// What one process is to a runner product.
struct Role {
  int32_t pid = 0;
  std::string product;
  std::string role;  // "listener", "job", "wrapper", "management"
  bool operator==(const Role&) const = default;
};

struct Coverage {
  std::string root;                 // "/" or the tree's path
  bool live = false;                // processes are the running ones
  std::vector<std::string> walked;  // mount points or directories
  std::vector<std::string>
      not_walked;  // "path: why", by design: kernel file systems, container layers
  uint64_t entries = 0;
  uint64_t directories = 0;
  uint64_t processes = 0;
  uint64_t units = 0;
  uint64_t files_read = 0;
  bool operator==(const Coverage&) const = default;
};

struct Host {
  std::string hostname;
  std::string machine;  // SHA-256 of the machine id, first 16 digits: an id, not the id itself
  std::string boot;     // boot id; empty offline
  std::string os;       // PRETTY_NAME
  std::string kernel;
  Time collected{};
  uint32_t collected_as = 0;  // uid
  std::vector<Runner> runners;
  std::vector<Role> roles;         // of processes that belong to a product
  std::vector<Process> processes;  // runner related, jobs, and their ancestors; all on request
  std::vector<Account> accounts;   // those that run runners or own their files
  std::vector<SudoGrant> sudo;
  std::vector<EngineSocket> engines;
  std::vector<Unit> units;  // those that start a runner
  std::vector<Gap> gaps;
  Coverage coverage;
  bool operator==(const Host&) const = default;
};

}  // namespace muster::facts
