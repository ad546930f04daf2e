// What every command of the program is made of: a table from which the command line, its help and
// the reference page come. Each command has a file of its own that gives its row.
#pragma once
#include <functional>
#include <string>
#include <variant>
#include <vector>

namespace muster::cli {

// The exit codes of design: see docs/reference/exit-codes.md.
enum Exit : int { clean = 0, findings = 1, unusable = 2, incomplete = 3 };

struct Option {
  std::string names;  // "--output,-o"; a name without dashes is a positional argument
  std::string about;
  std::variant<bool*, std::string*>
      target;                             // a bool is a flag; a text's present value is the default
  std::string value = {};                 // what stands for the value: "FILE"
  std::vector<std::string> choices = {};  // the only values allowed; empty: any
  std::vector<std::string> excludes = {};  // options that may not stand beside it: "--root"
  bool required = false;
};

struct Command {
  std::string name;
  std::string about;
  std::vector<Option> options = {};
  std::vector<Command> commands = {};  // further words: muster roll check
  std::function<int()> run = {};       // gives the exit code; owns what the options point to
};

Command scan_command();
Command inventory_command();
Command collect_command();
Command roll_command();
Command catalog_command();
Command explain_command();
Command docs_command();
Command doctor_command();

}  // namespace muster::cli
