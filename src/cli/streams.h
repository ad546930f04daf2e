// Input, output and refusals, as every command handles them.
#pragma once
#include "base/result.h"
#include "report/report.h"

#include <string>
#include <string_view>

namespace muster::cli {

inline constexpr std::string_view default_roll = "/etc/muster/roll.yaml";

// Prints an error and its advice to stderr and gives Exit::unusable.
int refuse(const Error& error);
// The exit code in a result, or a refusal.
int exit_code_of(const Result<int>& code);

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
