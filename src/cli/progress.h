// What a long look is doing, on stderr, only on a terminal and only after a second.
#pragma once
#include <chrono>
#include <string_view>

namespace muster::cli {

class Progress {
 public:
  Progress();
  ~Progress();  // clears the line
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  void say(std::string_view doing);

 private:
  std::chrono::steady_clock::time_point begin_;
  bool terminal_;
  bool shown_ = false;
};

}  // namespace muster::cli
