// Where a fact was read, and what could not be read.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace muster::facts {

// "/opt/r/.runner" + "agentName", "/etc/systemd/system/x.service" + line 7, "pid 4711" + "--url".
struct Source {
  std::string where;  // a path, or "pid N"
  std::string place;  // a key inside it, or an argument, or an environment key; may be empty
  uint32_t line = 0;  // 0: no line is known
  auto operator<=>(const Source&) const = default;
};

// Something that could not be read, and why. Absence of evidence is always said.
struct Gap {
  std::string what;                // "/home/ci", "processes of other users"
  std::string why;                 // "Permission denied"
  bool could_hide_runner = false;  // sight was partial where a runner could stand: exit code 3
  auto operator<=>(const Gap&) const = default;
};

}  // namespace muster::facts
