// muster roll: starts, checks and lists the roll.
#include "roll/roll.h"

#include "base/text.h"
#include "cli/command.h"
#include "cli/streams.h"
#include "judge/checks/all.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <memory>

namespace muster::cli {
namespace {

constexpr size_t largest_roll = size_t{16} << 20;

int init(const std::string& path) {
  // O_EXCL: a roll that exists is never overwritten.
  const int fd = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
  if (fd < 0) return refuse(fail_errno(fmt::format("create {}", path), errno).error());
  const std::string text = roll::starter();
  const bool written = ::write(fd, text.data(), text.size()) == static_cast<ssize_t>(text.size());
  if (::close(fd) != 0 || !written)
    return refuse({Errc::unavailable, fmt::format("cannot write {}", path), ""});
  fmt::print(
      "Wrote {}. It authorises nothing yet. Next:\n\n  muster inventory              what is here\n"
      "  muster roll check {}    after each edit\n  muster scan --roll {}\n",
      path, path, path);
  return Exit::clean;
}

int check(const std::string& path) {
  const auto text = read_input(path, largest_roll);
  if (!text) return refuse(text.error());
  auto reading = roll::read(path, *text);
  if (!reading) return refuse(reading.error());
  for (const roll::Exception& exception : reading->roll.exceptions)
    if (!exception.check.empty() && judge::find_check(exception.check) == nullptr)
      reading->problems.push_back({exception.at,
                                   fmt::format("there is no check \"{}\"", exception.check),
                                   "muster docs checks lists them"});
  for (const roll::Problem& problem : reading->problems) {
    fmt::print("{}:{}:{}: {}\n", visible(path), problem.at.line, problem.at.column,
               visible(problem.what));
    if (!problem.advice.empty()) fmt::print("  {}\n", visible(problem.advice));
  }
  if (!reading->problems.empty()) {
    fmt::print("{} {}; a roll with problems is not used.\n", reading->problems.size(),
               reading->problems.size() == 1 ? "problem" : "problems");
    return Exit::findings;
  }
  const roll::Roll& roll = reading->roll;
  const auto counted = [](size_t count, std::string_view what) {
    return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
  };
  fmt::print("{}: {}, {}, {}, {}, no problems.\n", visible(path),
             counted(roll.runners.size(), "runner"), counted(roll.pools.size(), "pool"),
             counted(roll.registrars.size(), "registrar"),
             counted(roll.exceptions.size(), "exception"));
  return Exit::clean;
}

std::string day(const std::optional<Time>& time) { return time ? date_of(*time) : "-"; }

int list(const std::string& path) {
  const auto text = read_input(path, largest_roll);
  if (!text) return refuse(text.error());
  const auto roll = roll::parse(path, *text);
  if (!roll) return refuse(roll.error());
  constexpr std::string_view row = "{:<24} {:<10} {:<34} {:<28} {:<11} {}\n";
  fmt::print(row, "NAME", "PLATFORM", "SCOPE", "OWNER", "EXPIRES", "LIFETIME");
  const auto or_dash = [](const std::string& value) {
    return value.empty() ? std::string("-") : visible(value);
  };
  for (const roll::Entry& entry : roll->runners)
    fmt::print(row, visible(entry.name), or_dash(entry.platform), or_dash(entry.scope),
               or_dash(entry.owner), day(entry.expires), or_dash(entry.lifetime));
  for (const roll::Pool& pool : roll->pools)
    fmt::print(row, fmt::format("{} (pool)", visible(pool.name)), or_dash(pool.platform),
               or_dash(pool.scope), or_dash(pool.owner), day(pool.expires), or_dash(pool.lifetime));
  return Exit::clean;
}

}  // namespace

Command roll_command() {
  const auto on_file = [](std::string name, std::string about, std::string path,
                          int (*run)(const std::string&)) {
    const auto file = std::make_shared<std::string>(std::move(path));
    return Command{.name = std::move(name),
                   .about = std::move(about),
                   .options = {{"file", "The roll", file.get(), "FILE"}},
                   .run = [file, run] { return run(*file); }};
  };
  return {.name = "roll",
          .about = "Work with the list of authorised runners",
          .commands = {on_file("init", "Write a commented starting roll", "roll.yaml", init),
                       on_file("check", "Validate a roll", std::string(default_roll), check),
                       on_file("list", "List who is on a roll", std::string(default_roll), list)}};
}

}  // namespace muster::cli
