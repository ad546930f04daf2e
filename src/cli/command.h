// What every command of the program is made of. Each has a file of its own that adds a subcommand
// to the program's table, from which help, reference and completion come.
#pragma once
#include "base/result.h"
#include "report/report.h"

#include <string>

namespace CLI {
class App;
}

namespace muster::cli {

// The exit codes of design: see docs/reference/exit-codes.md.
enum Exit : int { clean = 0, findings = 1, unusable = 2, incomplete = 3 };

inline constexpr std::string_view default_roll = "/etc/muster/roll.yaml";

// Every function adds one subcommand; running it stores the exit code.
void add_scan(CLI::App& program, int& exit);
void add_inventory(CLI::App& program, int& exit);
void add_collect(CLI::App& program, int& exit);
void add_roll(CLI::App& program, int& exit);
void add_explain(CLI::App& program, int& exit);
void add_catalog(CLI::App& program, int& exit);
void add_docs(CLI::App& program, int& exit);
void add_doctor(CLI::App& program, int& exit);

// Prints an error and its advice to stderr and gives Exit::unusable.
int refuse(const Error& error);

// How standard output is to be written: colour and width when it is a terminal and NO_COLOR is
// unset, else plain and 100 columns.
report::TextStyle style_of_output();

// A file the user named, whole, at most `limit` bytes; "-" is standard input.
Result<std::string> read_input(const std::string& path, size_t limit);

// The file or standard output that a command's result goes to; opened before privileges are
// dropped, written at the end.
class Output {
 public:
  static Result<Output> open(const std::string& path);  // empty or "-": standard output
  Result<> write(std::string_view text);
  bool is_standard() const { return fd_ == 1; }

 private:
  explicit Output(int fd) : fd_(fd) {}
  int fd_;
};

}  // namespace muster::cli
