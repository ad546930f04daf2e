// Gives up, for good, what a scan does not need: called by `muster scan` when its root and its
// output are open, before it parses the first byte that it inspects.
#pragma once
#include <string>
#include <vector>

namespace muster {

struct ConfineOptions {
  // True when /proc of other processes will be read: Landlock is then not applied, because its
  // domains forbid looking into any process outside them, CAP_SYS_PTRACE or not. The identity for
  // files and the system call filter still stand between a hijacked parser and the disk.
  bool reads_processes = true;
};

// What holds now. Each thing that does not has its reason in `gaps`.
struct Confinement {
  bool no_new_privileges = false;
  bool capabilities = false;   // at most CAP_DAC_READ_SEARCH and CAP_SYS_PTRACE are left
  bool file_identity = false;  // root's files cannot be written: files see the user nobody
  bool landlock = false;       // no file can be written, made, removed or executed
  bool system_calls = false;   // no program started, no socket, no file made or changed by name
  std::vector<std::string> gaps;
};

// Must be called while there is one thread; threads that are started later inherit everything. What
// cannot be applied is a gap, never an error. Files that are open stay usable; user ids stay as
// they are, except for file access. A process afterwards cannot fork, execute, connect, signal
// others, open for writing, or change anything by name: it opens its output first.
Confinement confine(const ConfineOptions& options);

}  // namespace muster
