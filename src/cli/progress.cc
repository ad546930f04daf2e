// One line that is overwritten and cleared.
#include "cli/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

namespace muster::cli {

Progress::Progress()
    : begin_(std::chrono::steady_clock::now()), terminal_(isatty(STDERR_FILENO) != 0) {}

Progress::~Progress() {
  if (shown_) fmt::print(stderr, "\r\x1b[K");
}

void Progress::say(std::string_view doing) {
  constexpr std::chrono::seconds patience{1};
  constexpr size_t widest = 70;
  if (!terminal_ || std::chrono::steady_clock::now() - begin_ < patience) return;
  shown_ = true;
  fmt::print(stderr, "\r\x1b[K{} …", doing.substr(0, widest));
  std::fflush(stderr);
}

}  // namespace muster::cli
