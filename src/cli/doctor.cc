// muster doctor: what this installation can see here, and why not more.
#include "catalog/product.h"
#include "cli/command.h"
#include "cli/streams.h"
#include "cli/version.h"
#include "os/confine.h"
#include "os/root.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

namespace muster::cli {
namespace {

void line(std::string_view what, bool good, std::string_view why) {
  fmt::print("{:<4} {:<34} {}\n", good ? "yes" : "no", what, why);
}

std::string newest(const catalog::Catalog& catalog) {
  std::string date;
  for (const catalog::Product& product : catalog.products) date = std::max(date, product.checked);
  return date;
}

int doctor() {
  fmt::print("muster {}\n\n", version);
  const bool root = geteuid() == 0;
  line("sees every file and process", root,
       root ? "runs as root" : "runs as an ordinary user: run it with sudo to see the rest");
  const auto host = Root::on_disk("/");
  const bool processes = host && host->exists("/proc/1/stat");
  line("sees processes of others", processes,
       processes ? "/proc shows them" : "/proc is not mounted here, or hides them (hidepid)");
  const bool roll = host && host->exists(default_roll);
  line("has a roll", roll,
       roll ? default_roll
            : "muster roll init roll.yaml, then --roll, or put it at /etc/muster/roll.yaml");
  const auto catalog = catalog::builtin();
  if (!catalog) return refuse(catalog.error());
  line("has its catalog", true,
       fmt::format("{} products, checked until {}", catalog->products.size(), newest(*catalog)));

  // Last, because it is for good.
  const Confinement now = confine({.reads_processes = false});
  fmt::print("\nBefore anything is parsed:\n");
  line("privileges cannot come back", now.no_new_privileges, "no_new_privs");
  line("capabilities are dropped", now.capabilities,
       "at most DAC_READ_SEARCH and SYS_PTRACE are left");
  line("files cannot be written", now.file_identity || now.landlock,
       now.landlock ? "Landlock (offline trees), file identity nobody" : "file identity nobody");
  line("system calls are filtered", now.system_calls,
       "no program start, no socket, no change by name");
  for (const std::string& gap : now.gaps) fmt::print("     {}\n", gap);
  return Exit::clean;
}

}  // namespace

Command doctor_command() {
  return {.name = "doctor",
          .about = "Say what this installation can see here, and why not more",
          .run = doctor};
}

}  // namespace muster::cli
