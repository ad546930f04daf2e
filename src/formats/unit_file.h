// systemd unit files as a list of settings with their lines, in file order.
#pragma once
#include "base/result.h"
#include "formats/document.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace muster::formats {

struct UnitSetting {
  std::string section;  // "Service"
  std::string key;      // "ExecStart"
  std::string value;    // continuation lines joined by one blank
  uint32_t line = 0;    // where the setting begins
};

struct UnitFile {
  std::vector<UnitSetting> settings;
  std::vector<std::pair<uint32_t, std::string>> problems;  // lines systemd would ignore, and why
};

// Never fails on content: systemd ignores what it cannot read and so do we, but says so.
// Error: too_large.
Result<UnitFile> parse_unit_file(std::string_view text, const Limits& limits = {});

// Splits a command line of ExecStart= as systemd does: quotes, C escapes, "$$" and "%%" stay as
// they are; the prefix characters @ - : + ! are dropped. Broken quoting gives the words read so
// far.
std::vector<std::string> split_command(std::string_view value);
// The KEY=VALUE assignments of one Environment= value.
std::vector<std::pair<std::string, std::string>> split_environment(std::string_view value);

}  // namespace muster::formats
