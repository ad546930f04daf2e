// passwd, group and sudoers files.
#pragma once
#include "base/result.h"
#include "formats/document.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace muster::formats {

struct PasswdLine {
  std::string name;
  uint32_t uid = 0;
  uint32_t gid = 0;
  std::string home;
  std::string shell;
};
struct GroupLine {
  std::string name;
  uint32_t gid = 0;
  std::vector<std::string> members;
};
// Lines that do not parse are skipped, as libc skips them. At most a million lines.
std::vector<PasswdLine> parse_passwd(std::string_view text);
std::vector<GroupLine> parse_group(std::string_view text);

// One user specification of a sudoers file: who may run what as whom.
struct SudoRule {
  std::vector<std::string>
      who;  // "ci", "%docker", "#1001", "%#27", "ALL"; aliases resolved, "!x" kept
  std::vector<std::string> run_as;    // users; "root" when none is written, as sudo's default is
  bool password_needed = true;        // false with NOPASSWD
  std::vector<std::string> commands;  // "ALL", "/usr/bin/apt-get *", "!/bin/sh"; aliases resolved
  uint32_t line = 0;
};
struct Sudoers {
  std::vector<SudoRule> rules;
  std::vector<std::pair<std::string, uint32_t>>
      includes;  // of files and of directories (ends in '/')
  std::vector<std::pair<uint32_t, std::string>> problems;  // lines that were not understood
  std::vector<std::string> no_password_for;  // who a Defaults line frees from passwords
                                             // (!authenticate); "ALL" when for everyone
};
// Aliases are resolved within this one file only. Error: too_large.
Result<Sudoers> parse_sudoers(std::string_view text, const Limits& limits = {});

}  // namespace muster::formats
