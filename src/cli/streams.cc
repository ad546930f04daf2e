// Input, output and refusals, as every command handles them.
#include "cli/streams.h"

#include "base/text.h"
#include "cli/command.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>

namespace muster::cli {

int refuse(const Error& error) {
  // Errors about several lines of a file come as several lines.
  std::string_view before = "muster: ";
  for (const std::string_view line : lines(error.what)) {
    fmt::print(stderr, "{}{}\n", before, visible(line));
    before = "  ";
  }
  for (const std::string_view line : lines(error.advice))
    fmt::print(stderr, "  {}\n", visible(line));
  return Exit::unusable;
}

int exit_code_of(const Result<int>& code) { return code ? *code : refuse(code.error()); }

report::TextStyle style_of_output() {
  if (isatty(STDOUT_FILENO) == 0) return {.colour = false, .width = 100};
  winsize size{};
  const bool known = ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  const char* terminal = std::getenv("TERM");
  const bool dumb = terminal == nullptr || std::string_view(terminal) == "dumb";
  return {.colour = std::getenv("NO_COLOR") == nullptr && !dumb,
          .width = known ? std::clamp<int>(size.ws_col, 40, 160) : 80};
}

Result<std::string> read_input(const std::string& path, size_t limit) {
  const int fd = path == "-" ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return fail_errno(fmt::format("read {}", path), errno);
  std::string text;
  char chunk[65536];
  ssize_t count = 0;
  while ((count = ::read(fd, chunk, sizeof chunk)) > 0 && text.size() <= limit)
    text.append(chunk, static_cast<size_t>(count));
  const int error = errno;
  if (fd != STDIN_FILENO) ::close(fd);
  if (count < 0) return fail_errno(fmt::format("read {}", path), error);
  if (text.size() > limit)
    return fail(Errc::too_large, fmt::format("{} is larger than {} MiB", path, limit >> 20));
  return text;
}

Result<Output> Output::open(const std::string& path) {
  if (path.empty() || path == "-") return Output(STDOUT_FILENO);
  const int fd = ::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
  if (fd < 0) return fail_errno(fmt::format("write {}", path), errno);
  return Output(fd);
}

Result<> Output::write(std::string_view text) {
  // An older, longer file must not show through; pipes and terminals refuse and need not care.
  if (!is_standard() && ::ftruncate(fd_, 0) != 0 && errno != EINVAL)
    return fail_errno("write the output file", errno);
  while (!text.empty()) {
    const ssize_t count = ::write(fd_, text.data(), text.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return fail_errno("write the output", errno);
    text.remove_prefix(static_cast<size_t>(count));
  }
  return {};
}

}  // namespace muster::cli
