// Fills host facts at random.
#include "facts/random_host.h"

#include <limits>
#include <random>
#include <string>
#include <type_traits>
#include <vector>

namespace muster::tests {
namespace {

using namespace facts;

class RandomFacts {
 public:
  explicit RandomFacts(uint32_t seed) : random_(seed) {}

  Host host();

 private:
  template <class T>
  T number() {
    constexpr T corners[] = {0, 1, std::numeric_limits<T>::min(), std::numeric_limits<T>::max()};
    return flag() ? corners[random_() % 4] : static_cast<T>(random_());
  }
  bool flag() { return random_() % 2 == 0; }
  Time time() { return Time{std::chrono::seconds{random_()}}; }
  std::string text() {
    static const std::string samples[] = {"",           "build01",      "/opt/a b/.runner",
                                          "\"\\/\b\n",  "größe ✓ 走者", std::string("a\0b", 3),
                                          "</script>",  "\\x1b[31m",    "\u202e",
                                          "\U0001F600", "\xC2\x9B"};
    return samples[random_() % std::size(samples)];
  }
  template <class Make>
  std::vector<std::invoke_result_t<Make>> list(Make make) {
    std::vector<std::invoke_result_t<Make>> result(random_() % 3);
    for (auto& item : result) item = make();
    return result;
  }
  std::vector<std::string> texts() {
    return list([&] { return text(); });
  }
  std::vector<uint32_t> numbers() {
    return list([&] { return number<uint32_t>(); });
  }
  Source source() { return {text(), text(), number<uint32_t>()}; }
  std::vector<Exposure> exposures() {
    return list([&] { return Exposure{text(), source(), text()}; });
  }
  Process process() {
    Process process;
    process.pid = number<int32_t>();
    process.parent = number<int32_t>();
    process.started = time();
    process.uid = number<uint32_t>();
    process.gids = numbers();
    for (std::string* member : {&process.name, &process.exe, &process.cwd, &process.cgroup})
      *member = text();
    for (bool* member : {&process.exe_deleted, &process.exe_in_memory, &process.environment_read,
                         &process.other_mount_namespace})
      *member = flag();
    process.arguments = texts();
    for (const std::string& key : texts()) process.environment[key] = text();
    process.capabilities = texts();
    process.listens = texts();
    process.exposures = exposures();
    return process;
  }
  Runner runner() {
    Runner runner;
    for (std::string* member :
         {&runner.product, &runner.platform, &runner.name, &runner.scope, &runner.platform_id,
          &runner.uuid, &runner.path, &runner.config, &runner.user, &runner.user_from,
          &runner.executor, &runner.version, &runner.token_expires, &runner.work_folder})
      *member = text();
    runner.labels = texts();
    if (flag()) runner.ephemeral = flag();
    if (flag()) runner.privileged = flag();
    runner.shared_token = flag();
    runner.pids = list([&] { return number<int32_t>(); });
    runner.units = texts();
    runner.sources = list([&] { return source(); });
    for (const std::string& key : texts()) runner.places[key] = source();
    return runner;
  }
  Unit unit() {
    Unit unit{text(), text(), texts(), flag(), {}, exposures()};
    unit.settings = list([&] { return Setting{text(), text(), text(), source()}; });
    return unit;
  }
  Coverage coverage() {
    Coverage seen;
    seen.root = text();
    seen.live = flag();
    seen.walked = texts();
    seen.not_walked = texts();
    for (uint64_t* member :
         {&seen.entries, &seen.directories, &seen.processes, &seen.units, &seen.files_read})
      *member = number<uint64_t>();
    return seen;
  }

  std::mt19937 random_;
};

facts::Host RandomFacts::host() {
  Host host;
  for (std::string* member : {&host.hostname, &host.machine, &host.boot, &host.os, &host.kernel})
    *member = text();
  host.collected = time();
  host.collected_as = number<uint32_t>();
  host.runners = list([&] { return runner(); });
  host.roles = list([&] { return Role{number<int32_t>(), text(), text()}; });
  host.processes = list([&] { return process(); });
  host.accounts = list([&] {
    return Account{text(),  number<uint32_t>(), number<uint32_t>(), text(), text(),
                   texts(), numbers()};
  });
  host.sudo = list([&] { return SudoGrant{text(), texts(), flag(), texts(), source()}; });
  host.engines = list([&] {
    const auto mode = static_cast<uint16_t>(number<uint16_t>() & 07777);
    return EngineSocket{text(), number<uint32_t>(), number<uint32_t>(), mode};
  });
  host.units = list([&] { return unit(); });
  host.gaps = list([&] { return Gap{text(), text(), flag()}; });
  host.coverage = coverage();
  return host;
}

}  // namespace

Host random_host(uint32_t seed) { return RandomFacts(seed).host(); }

}  // namespace muster::tests
