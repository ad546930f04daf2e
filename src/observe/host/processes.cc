// Processes: one pass over /proc, a handful of small files each.
#include "observe/host/processes.h"

#include "base/text.h"
#include "observe/host/evidence.h"
#include "observe/host/proc_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <unordered_set>

namespace muster::observe {
namespace {

constexpr size_t most_processes = 4'194'304;  // the kernel's own limit of pids
constexpr size_t small_file = size_t{64} << 10;
constexpr size_t largest_block = size_t{8}
                                 << 20;  // the kernel allows 6 MiB of arguments and environment
constexpr size_t most_argument_bytes = size_t{128} << 10;
constexpr size_t most_arguments = 4096;
constexpr size_t longest_value = 4096;

using KeySet = std::unordered_set<std::string_view>;

KeySet listed_keys(const catalog::Catalog& catalog) {
  KeySet keys = {"HOME", "USER", "LD_PRELOAD", "CI"};
  const auto add = [&](const std::vector<std::string>& more) {
    keys.insert(more.begin(), more.end());
  };
  for (const catalog::Product& product : catalog.products) {
    add(product.job.own);
    add(product.job.shared);
    add(product.secret_environment);
    keys.insert(product.job.tracking);
    keys.insert(product.job.id);
    for (const catalog::ProcessPattern& pattern : product.processes)
      for (const auto& [field, names] : pattern.environment) add(names);
  }
  keys.erase("");
  return keys;
}

// Overwrites a text before it is freed.
void wipe_text(std::string& text) { explicit_bzero(text.data(), text.size()); }

// The arguments as the kernel gives them, in bounds. Titles that a program wrote over its arguments
// (setproctitle) end in padding, which is dropped.
struct CommandLine {
  std::string bytes;
  bool complete = true;
};
CommandLine bounded(std::string& cmdline) {
  CommandLine line;
  size_t end = cmdline.find_last_not_of('\0');
  end = end == cmdline.npos ? 0 : end + 1;
  line.complete = end <= most_argument_bytes;
  line.bytes = cmdline.substr(0, std::min(end, most_argument_bytes));
  wipe_text(cmdline);
  if (std::ranges::count(line.bytes, '\0') < static_cast<ptrdiff_t>(most_arguments)) return line;
  line.complete = false;
  size_t at = 0;
  for (size_t i = 0; i < most_arguments; i++) at = line.bytes.find('\0', at) + 1;
  line.bytes.resize(at - 1);
  return line;
}

// The listed assignments of an environment block, NUL-separated; the others are wiped.
std::string keep_listed(std::string& block, const KeySet& keys) {
  std::string kept;
  std::string_view rest = block;
  while (!rest.empty()) {
    const std::string_view entry = rest.substr(0, rest.find('\0'));
    rest.remove_prefix(std::min(entry.size() + 1, rest.size()));
    const size_t equals = entry.find('=');
    if (equals == entry.npos || !keys.contains(entry.substr(0, equals))) continue;
    kept += entry;
    kept += '\0';
  }
  wipe_text(block);
  return kept;
}

// Reads the processes one after the other, and counts what stays closed to it.
class Reader {
 public:
  Reader(const Root& root, const catalog::Catalog& catalog, const redact::Redactor& redactor)
      : root_(root), redactor_(redactor), keys_(listed_keys(catalog)) {
    if (const auto stat = root.read("/proc/stat", largest_block)) boot_ = parse_boot_time(*stat);
    if (const auto last = root.read("/proc/sys/kernel/cap_last_cap", small_file))
      all_capabilities_ = capability_mask(parse_number(trim(*last)));
    namespace_ = root.link_target("/proc/self/ns/mnt").value_or("");
  }

  // False: it is gone, or a thread of the kernel.
  bool read(int32_t pid, facts::Process& process, RawProcess& raw);
  void report(std::vector<facts::Gap>& gaps) const;

 private:
  // Whether a read failed because the process is gone, or may not be looked into (`hidden`).
  enum class Answer : uint8_t { good, hidden, gone };
  Answer answer(Errc code, const std::string& folder) const;
  bool read_identity(const std::string& folder, facts::Process& process);
  bool read_command(const std::string& folder, facts::Process& process, std::string& cmdline);
  void read_links(const std::string& folder, facts::Process& process, RawProcess& raw);
  std::string read_environment(const std::string& folder, facts::Process& process);
  void redact(facts::Process& process, const RawProcess& raw);

  const Root& root_;
  const redact::Redactor& redactor_;
  const KeySet keys_;
  std::optional<int64_t> boot_;
  uint64_t all_capabilities_ = capability_mask(std::nullopt);
  std::string namespace_;
  uint64_t hidden_ = 0;
  bool could_hide_runner_ = false;
  std::vector<int32_t> long_commands_;
  std::vector<int32_t> unreadable_environments_;
};

Reader::Answer Reader::answer(Errc code, const std::string& folder) const {
  if (code == Errc::denied) return Answer::hidden;
  if (code == Errc::not_found) return Answer::gone;
  // ESRCH while it exits, or an error that leaves the process where it was.
  return root_.read(folder + "/stat", small_file) ? Answer::hidden : Answer::gone;
}

bool Reader::read_identity(const std::string& folder, facts::Process& process) {
  const auto stat = root_.read(folder + "/stat", small_file);
  if (!stat) {
    if (stat.error().code != Errc::denied) return false;
    const auto owner = root_.link_info(folder);  // hidepid=1 still shows who owns the folder
    process.uid = owner ? owner->uid : 0;
    return owner.has_value();
  }
  const ProcessStat parsed = parse_process_stat(*stat);
  if (parsed.kernel_thread) return false;
  process.name = visible(parsed.name);
  process.parent = parsed.parent;
  process.started = Time(std::chrono::seconds(boot_.value_or(0)) + parsed.since_boot);
  const auto status = root_.read(folder + "/status", small_file);
  if (!status) return answer(status.error().code, folder) != Answer::gone;
  ProcessStatus identity = parse_process_status(*status);
  process.uid = identity.uid;
  process.gids = std::move(identity.gids);
  process.capabilities = capability_names(identity.capabilities, all_capabilities_);
  if (const auto groups = root_.read(folder + "/cgroup", small_file))
    process.cgroup = visible(parse_cgroup(*groups));
  return true;
}

bool Reader::read_command(const std::string& folder, facts::Process& process,
                          std::string& cmdline) {
  auto bytes = root_.read(folder + "/cmdline", largest_block);
  if (!bytes) return answer(bytes.error().code, folder) != Answer::gone;
  CommandLine line = bounded(*bytes);
  if (!line.complete) long_commands_.push_back(process.pid);
  cmdline = std::move(line.bytes);
  return true;
}

void Reader::read_links(const std::string& folder, facts::Process& process, RawProcess& raw) {
  const auto exe = root_.link_target(folder + "/exe");
  if (exe) {
    const ExeLink link = parse_exe_link(*exe);
    raw.exe = link.path;
    process.exe = visible(link.path);
    process.exe_deleted = link.deleted;
    process.exe_in_memory = link.in_memory;
  } else if (exe.error().code == Errc::denied) {
    hidden_++;
    if (process.pid != 1) could_hide_runner_ = true;
  }
  raw.cwd = root_.link_target(folder + "/cwd").value_or("");
  process.cwd = visible(raw.cwd);
  const auto mounts = root_.link_target(folder + "/ns/mnt");
  process.other_mount_namespace = mounts && !namespace_.empty() && *mounts != namespace_;
}

std::string Reader::read_environment(const std::string& folder, facts::Process& process) {
  auto block = root_.read(folder + "/environ", largest_block);
  if (!block) {
    if (block.error().code == Errc::too_large) unreadable_environments_.push_back(process.pid);
    return {};
  }
  process.environment_read = true;
  return keep_listed(*block, keys_);
}

void Reader::redact(facts::Process& process, const RawProcess& raw) {
  std::vector<std::string> arguments(raw.arguments.begin(), raw.arguments.end());
  redact::Arguments redacted = redactor_.arguments(arguments);
  std::ranges::for_each(arguments, wipe_text);
  process.arguments = std::move(redacted.shown);
  for (std::string& argument : process.arguments) argument = visible(argument);
  if (!redacted.hits.empty())
    add_exposures(redacted.hits, {fmt::format("pid {}", process.pid), "", 0},
                  join(process.arguments, " "), process.exposures);
  for (const auto& [key, value] : raw.environment)
    process.environment.emplace(
        key, cut(visible(redactor_.assignment(key, value).shown), longest_value));
}

bool Reader::read(int32_t pid, facts::Process& process, RawProcess& raw) {
  const std::string folder = fmt::format("/proc/{}", pid);
  process.pid = pid;
  std::string cmdline;
  if (!read_identity(folder, process) || !read_command(folder, process, cmdline)) return false;
  read_links(folder, process, raw);
  raw.hold(std::move(cmdline), read_environment(folder, process));
  redact(process, raw);
  return true;
}

void Reader::report(std::vector<facts::Gap>& gaps) const {
  // A runner under another name is known by its program file only. The first process is what the
  // host stands on: in a sandbox not even root may look into it, and its command line is enough.
  if (hidden_ > 0)
    gaps.push_back({fmt::format("processes of other users ({})", hidden_),
                    "Permission denied for their program, folder and environment",
                    could_hide_runner_});
  for (const int32_t pid : long_commands_)
    gaps.push_back({fmt::format("pid {}", pid),
                    "its command line was looked at in part: it is too long", false});
  for (const int32_t pid : unreadable_environments_)
    gaps.push_back({fmt::format("pid {}", pid), "its environment is too large", false});
}

template <class Table>
auto find_in(Table& processes, int32_t pid) -> decltype(processes.data()) {
  const auto found = std::ranges::lower_bound(processes, pid, {}, &facts::Process::pid);
  return found != processes.end() && found->pid == pid ? &*found : nullptr;
}

std::vector<int32_t> pids_of(const std::vector<DirEntry>& entries) {
  std::vector<int32_t> pids;
  for (const DirEntry& entry : entries)
    if (const auto pid = parse_number(entry.name); pid && *pid > 0 && *pid <= most_processes)
      pids.push_back(static_cast<int32_t>(*pid));
  std::ranges::sort(pids);
  const auto repeated = std::ranges::unique(pids);
  pids.erase(repeated.begin(), repeated.end());
  return pids;
}

}  // namespace

RawProcess& RawProcess::operator=(RawProcess&& other) noexcept {
  if (this == &other) return *this;
  wipe();
  exe = std::move(other.exe);
  cwd = std::move(other.cwd);
  arguments = std::move(other.arguments);
  environment = std::move(other.environment);
  cmdline_ = std::move(other.cmdline_);
  environ_ = std::move(other.environ_);
  return *this;
}

RawProcess::~RawProcess() { wipe(); }

void RawProcess::wipe() {
  if (cmdline_) wipe_text(*cmdline_);
  if (environ_) wipe_text(*environ_);
}

void RawProcess::hold(std::string cmdline, std::string environ) {
  wipe();
  arguments.clear();
  environment.clear();
  cmdline_ = std::make_unique<std::string>(cmdline);
  environ_ = std::make_unique<std::string>(environ);
  wipe_text(cmdline);
  wipe_text(environ);
  if (!cmdline_->empty())
    for (const std::string_view argument : split(*cmdline_, '\0')) arguments.push_back(argument);
  for (const std::string_view entry : split(*environ_, '\0')) {
    const size_t equals = entry.find('=');
    if (equals == entry.npos) continue;
    // Of a key given twice, programs see the first.
    environment.emplace(entry.substr(0, equals), entry.substr(equals + 1));
  }
}

const facts::Process* ProcessTable::find(int32_t pid) const { return find_in(processes, pid); }
facts::Process* ProcessTable::find(int32_t pid) { return find_in(processes, pid); }

const RawProcess* ProcessTable::find_raw(int32_t pid) const {
  const auto found = raw.find(pid);
  return found == raw.end() ? nullptr : &found->second;
}

ProcessTable read_processes(const Root& root, const catalog::Catalog& catalog,
                            const redact::Redactor& redactor, std::vector<facts::Gap>& gaps) {
  ProcessTable table;
  const auto entries = root.list("/proc", most_processes);
  if (!entries) {
    if (entries.error().code != Errc::not_found)
      gaps.push_back(gap_of("/proc", entries.error(), true));
    return table;
  }
  const std::vector<int32_t> pids = pids_of(*entries);
  Reader reader(root, catalog, redactor);
  for (const int32_t pid : pids) {
    facts::Process process;
    RawProcess raw;
    if (!reader.read(pid, process, raw)) continue;
    table.processes.push_back(std::move(process));
    table.raw.emplace(pid, std::move(raw));
  }
  reader.report(gaps);
  // Every namespace of processes has a first one. Where it is not shown, the others are not either.
  if (!pids.empty() && pids.front() != 1)
    gaps.push_back({"processes of other users", "/proc is mounted to hide them (hidepid)", true});
  return table;
}

}  // namespace muster::observe
