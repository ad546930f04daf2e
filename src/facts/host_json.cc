// Host facts to JSON and back: each struct lists its members once, for both directions.
#include "facts/host_json.h"

#include "base/text.h"
#include "facts/json_text.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <concepts>
#include <limits>
#include <type_traits>

namespace muster::facts {
namespace {

using Out = nlohmann::ordered_json;
// Not the ordered kind: its objects are lists, so that a hostile one with many keys would cost
// quadratic time.
using In = nlohmann::json;

template <class T, class U>
concept is = std::same_as<std::remove_const_t<T>, U>;

// Permission bits, written as people write them: "0660".
template <class T>
struct Octal {
  T& value;
};
template <class T>
Octal(T&) -> Octal<T>;

void members(auto& visit, is<Source> auto& source) {
  visit("where", source.where);
  visit("place", source.place);
  visit("line", source.line);
}

void members(auto& visit, is<Gap> auto& gap) {
  visit("what", gap.what);
  visit("why", gap.why);
  visit("could_hide_runner", gap.could_hide_runner);
}

void members(auto& visit, is<Exposure> auto& exposure) {
  visit("kind", exposure.kind);
  visit("source", exposure.source);
  visit("shown", exposure.shown);
}

void members(auto& visit, is<Process> auto& process) {
  visit("pid", process.pid);
  visit("parent", process.parent);
  visit("started", process.started);
  visit("uid", process.uid);
  visit("gids", process.gids);
  visit("name", process.name);
  visit("exe", process.exe);
  visit("exe_deleted", process.exe_deleted);
  visit("exe_in_memory", process.exe_in_memory);
  visit("cwd", process.cwd);
  visit("arguments", process.arguments);
  visit("environment", process.environment);
  visit("environment_read", process.environment_read);
  visit("cgroup", process.cgroup);
  visit("capabilities", process.capabilities);
  visit("listens", process.listens);
  visit("other_mount_namespace", process.other_mount_namespace);
  visit("exposures", process.exposures);
}

void members(auto& visit, is<Account> auto& account) {
  visit("name", account.name);
  visit("uid", account.uid);
  visit("gid", account.gid);
  visit("home", account.home);
  visit("shell", account.shell);
  visit("groups", account.groups);
  visit("gids", account.gids);
  visit("gids", account.gids);
}

void members(auto& visit, is<SudoGrant> auto& grant) {
  visit("who", grant.who);
  visit("run_as", grant.run_as);
  visit("password_needed", grant.password_needed);
  visit("commands", grant.commands);
  visit("source", grant.source);
}

void members(auto& visit, is<EngineSocket> auto& socket) {
  visit("path", socket.path);
  visit("uid", socket.uid);
  visit("gid", socket.gid);
  visit("mode", Octal{socket.mode});
}

void members(auto& visit, is<Setting> auto& setting) {
  visit("section", setting.section);
  visit("key", setting.key);
  visit("value", setting.value);
  visit("source", setting.source);
}

void members(auto& visit, is<Unit> auto& unit) {
  visit("name", unit.name);
  visit("scope", unit.scope);
  visit("files", unit.files);
  visit("autostart", unit.autostart);
  visit("settings", unit.settings);
  visit("exposures", unit.exposures);
}

void members(auto& visit, is<Runner> auto& runner) {
  visit("product", runner.product);
  visit("platform", runner.platform);
  visit("name", runner.name);
  visit("scope", runner.scope);
  visit("platform_id", runner.platform_id);
  visit("uuid", runner.uuid);
  visit("path", runner.path);
  visit("config", runner.config);
  visit("user", runner.user);
  visit("user_from", runner.user_from);
  visit("labels", runner.labels);
  visit("executor", runner.executor);
  visit("ephemeral", runner.ephemeral);
  visit("privileged", runner.privileged);
  visit("privileged", runner.privileged);
  visit("version", runner.version);
  visit("token_expires", runner.token_expires);
  visit("work_folder", runner.work_folder);
  visit("shared_token", runner.shared_token);
  visit("pids", runner.pids);
  visit("units", runner.units);
  visit("sources", runner.sources);
  visit("places", runner.places);
}

void members(auto& visit, is<Role> auto& role) {
  visit("pid", role.pid);
  visit("product", role.product);
  visit("role", role.role);
}

void members(auto& visit, is<Coverage> auto& coverage) {
  visit("root", coverage.root);
  visit("live", coverage.live);
  visit("walked", coverage.walked);
  visit("not_walked", coverage.not_walked);
  visit("entries", coverage.entries);
  visit("directories", coverage.directories);
  visit("processes", coverage.processes);
  visit("units", coverage.units);
  visit("files_read", coverage.files_read);
}

void members(auto& visit, is<Host> auto& host) {
  visit("hostname", host.hostname);
  visit("machine", host.machine);
  visit("boot", host.boot);
  visit("os", host.os);
  visit("kernel", host.kernel);
  visit("collected", host.collected);
  visit("collected_as", host.collected_as);
  visit("runners", host.runners);
  visit("roles", host.roles);
  visit("processes", host.processes);
  visit("accounts", host.accounts);
  visit("sudo", host.sudo);
  visit("engines", host.engines);
  visit("units", host.units);
  visit("gaps", host.gaps);
  visit("coverage", host.coverage);
}

// Values to JSON.
class Writer {
 public:
  void operator()(const char* name, const auto& value) { object_[name] = json(value); }
  Out take() { return std::move(object_); }

 private:
  static Out json(const std::string& text) { return text; }
  static Out json(std::integral auto number) { return number; }
  static Out json(Time time) { return to_string(time); }
  template <class T>
  static Out json(Octal<T> bits) {
    return fmt::format("{:04o}", bits.value);
  }
  static Out json(const std::optional<bool>& value) { return value ? Out(*value) : Out(nullptr); }
  template <class T>
  static Out json(const std::vector<T>& list) {
    Out array = Out::array();
    for (const T& item : list) array.push_back(json(item));
    return array;
  }
  template <class T>
  static Out json(const std::map<std::string, T>& map) {
    Out object = Out::object();
    for (const auto& [key, value] : map) object[key] = json(value);
    return object;
  }
  template <class T>
    requires std::is_aggregate_v<T>
  static Out json(const T& value) {
    Writer writer;
    members(writer, value);
    return writer.take();
  }

  Out object_ = Out::object();
};

// JSON to values. The first thing that is wrong is kept, with the path of its member.
class Reader {
 public:
  Reader(const In& object, std::string path, std::string& error)
      : object_(object), path_(std::move(path)), error_(error) {}

  template <class T>
  void operator()(const char* name, T&& value) {
    const auto member = object_.find(name);
    if (member == object_.end()) return;
    read(*member, path_.empty() ? name : fmt::format("{}.{}", path_, name), value);
  }

 private:
  void wrong(const std::string& path, std::string_view wanted, const In& found) {
    if (error_.empty())
      error_ = fmt::format("{} must be {}, but is {}", visible(path.substr(0, 200)), wanted,
                           found.type_name());
  }

  void read(const In& json, const std::string& path, std::string& text) {
    if (!json.is_string()) return wrong(path, "a string", json);
    text = json.get_ref<const std::string&>();
  }
  void read(const In& json, const std::string& path, bool& value) {
    if (!json.is_boolean()) return wrong(path, "true or false", json);
    value = json.get<bool>();
  }
  void read(const In& json, const std::string& path, std::optional<bool>& value) {
    if (json.is_null()) return value.reset();
    read(json, path, value.emplace());
  }
  template <std::integral T>
  void read(const In& json, const std::string& path, T& number) {
    const bool fits = json.is_number_unsigned()
                          ? std::in_range<T>(json.get<uint64_t>())
                          : json.is_number_integer() && std::in_range<T>(json.get<int64_t>());
    if (!fits)
      return wrong(path,
                   fmt::format("a whole number from {} to {}", std::numeric_limits<T>::min(),
                               std::numeric_limits<T>::max()),
                   json);
    number = json.get<T>();
  }
  void read(const In& json, const std::string& path, Time& time) {
    const auto parsed = parse_time(json.is_string() ? json.get_ref<const std::string&>() : "");
    if (!parsed) return wrong(path, "a time such as \"2026-11-30T12:00:00Z\"", json);
    time = *parsed;
  }
  template <class T>
  void read(const In& json, const std::string& path, Octal<T> bits) {
    const std::string text = json.is_string() ? json.get<std::string>() : "";
    const bool octal =
        !text.empty() && text.size() <= 5 && text.find_first_not_of("01234567") == text.npos;
    if (!octal) return wrong(path, "octal permission bits such as \"0660\"", json);
    bits.value = static_cast<T>(std::stoul(text, nullptr, 8));
  }
  template <class T>
  void read(const In& json, const std::string& path, std::vector<T>& list) {
    if (!json.is_array()) return wrong(path, "a list", json);
    list.clear();
    list.reserve(json.size());
    for (size_t i = 0; i < json.size(); i++)
      read(json[i], fmt::format("{}[{}]", path, i), list.emplace_back());
  }
  template <class T>
  void read(const In& json, const std::string& path, std::map<std::string, T>& map) {
    if (!json.is_object()) return wrong(path, "an object", json);
    map.clear();
    for (const auto& [key, value] : json.items())
      read(value, fmt::format("{}.{}", path, key), map[key]);
  }
  template <class T>
    requires std::is_aggregate_v<T>
  void read(const In& json, const std::string& path, T& value) {
    if (!json.is_object()) return wrong(path, "an object", json);
    Reader reader(json, path, error_);
    members(reader, value);
  }

  const In& object_;
  std::string path_;
  std::string& error_;
};

constexpr size_t max_bytes = size_t{64} << 20;
constexpr size_t max_depth = 16;          // the facts themselves nest 6 deep
constexpr size_t max_values = 4'000'000;  // bounds the memory of a parsed document

// Bounds nesting and size before the document is built: "[[[[..." and "[1,1,1,..." in 64 MiB would
// otherwise take gigabytes.
Result<> check_bounds(std::string_view text) {
  if (text.size() > max_bytes) return fail(Errc::too_large, "the facts are larger than 64 MiB");
  size_t depth = 0, values = 0;
  bool in_string = false;
  for (size_t i = 0; i < text.size(); i++) {
    const char c = text[i];
    if (in_string) {
      if (c == '\\') i++;
      in_string = c != '"';
      continue;
    }
    in_string = c == '"';
    if (c == '[' || c == '{') depth++;
    if ((c == ']' || c == '}') && depth > 0) depth--;
    if (c == ',' || c == '[' || c == '{') values++;
    if (depth > max_depth)
      return fail(Errc::too_large, fmt::format("the facts nest deeper than {} levels", max_depth));
    if (values > max_values)
      return fail(Errc::too_large, fmt::format("the facts hold more than {} values", max_values));
  }
  return {};
}

// The library's message without its own prefix and without quoting much of a hostile input.
std::string reason(std::string_view what) {
  what.remove_prefix(std::min(what.size(), what.find("] ") == what.npos ? 0 : what.find("] ") + 2));
  return visible(what.substr(0, what.find("; last read")));
}

Result<In> parse(std::string_view text) {
  TRY(check_bounds(text));
  try {
    return In::parse(text);
  } catch (const In::exception& error) {
    return fail(Errc::malformed, fmt::format("the facts are not JSON: {}", reason(error.what())));
  }
}

}  // namespace

std::string to_json(const Host& host) {
  Writer writer;
  writer("schema", std::string(host_schema));
  members(writer, host);
  return json_text(writer.take());
}

Result<Host> host_from_json(std::string_view text) {
  TRY_ASSIGN(const In json, parse(text));
  if (!json.is_object())
    return fail(Errc::malformed, "the facts are not a JSON object",
                "write them with: muster collect");
  const auto schema = json.find("schema");
  if (schema == json.end() || !schema->is_string() || *schema != host_schema)
    return fail(Errc::malformed,
                fmt::format("the facts do not say \"schema\": \"{}\"", host_schema),
                "collect them again with this version of muster");
  Host host;
  std::string error;
  Reader reader(json, "", error);
  members(reader, host);
  if (!error.empty())
    return fail(Errc::malformed, fmt::format("the facts are malformed: {}", error));
  return host;
}

}  // namespace muster::facts
