// Recognising command lines by the catalog's process patterns.
#include "observe/host/launch.h"

#include "base/text.h"

#include <fmt/format.h>

#include <algorithm>

namespace muster::observe {
namespace {

constexpr std::string_view interpreters[] = {"bash", "sh", "dash", "node", "ruby", "perl", "env"};

bool is_interpreter(std::string_view program) {
  return program.starts_with("python") ||
         std::ranges::find(interpreters, program) != std::end(interpreters);
}

constexpr size_t longest_line = 16384;

struct Names {
  std::vector<std::string_view> programs;  // base names by which the command line may be known
  size_t first_argument = 1;               // behind the program's, or the script's, own name
};

// The program file's name, what it calls itself, and the script that it interprets.
Names names_of(const Launch& launch) {
  Names names;
  if (!launch.exe.empty()) names.programs.push_back(base_name(launch.exe));
  if (launch.arguments.empty()) return names;
  names.programs.push_back(base_name(launch.arguments[0]));
  if (!std::ranges::any_of(names.programs, is_interpreter)) return names;
  for (size_t i = 1; i < launch.arguments.size(); i++) {
    if (launch.arguments[i].starts_with('-')) continue;
    names.programs.push_back(base_name(launch.arguments[i]));
    names.first_argument = i + 1;
    break;
  }
  return names;
}

std::string joined(const std::vector<std::string_view>& arguments, size_t first) {
  if (first >= arguments.size()) return {};
  std::string text = fmt::format(
      "{}", fmt::join(arguments.begin() + static_cast<ptrdiff_t>(first), arguments.end(), " "));
  if (text.size() > longest_line) text.resize(longest_line);
  return text;
}

std::string path_from(std::string_view directory, std::string_view name) {
  return normal_path(join_path(directory, name));
}

}  // namespace

std::optional<FieldValue> flag_value(const std::vector<std::string>& flags, const Launch& launch) {
  for (size_t i = 1; i < launch.arguments.size(); i++)
    for (const std::string& flag : flags) {
      const std::string_view argument = launch.arguments[i];
      if (argument == flag && i + 1 < launch.arguments.size())
        return FieldValue{launch.arguments[i + 1], flag};
      if (argument.starts_with(flag) && argument.substr(flag.size()).starts_with('='))
        return FieldValue{argument.substr(flag.size() + 1), flag};
    }
  return std::nullopt;
}

std::optional<Recognised> recognise(const catalog::Catalog& catalog, const Launch& launch,
                                    const FileCheck& has_file) {
  const Names names = names_of(launch);
  std::optional<std::string> line;
  for (const catalog::Product& product : catalog.products)
    for (const catalog::ProcessPattern& pattern : product.processes) {
      const bool named = std::ranges::any_of(names.programs, [&](std::string_view name) {
        return catalog::names_program(pattern, name);
      });
      if (!named) continue;
      if (!line) line = joined(launch.arguments, names.first_argument);
      if (pattern.arguments && !catalog::matches(pattern.arguments, *line)) continue;
      if (pattern.needs_file && !has_file(product, registration_paths(pattern, launch))) continue;
      return Recognised{&product, &pattern};
    }
  return std::nullopt;
}

std::optional<FieldValue> field_of(const catalog::ProcessPattern& pattern, const Launch& launch,
                                   std::string_view field) {
  if (const auto flags = pattern.flags.find(std::string(field)); flags != pattern.flags.end())
    if (auto value = flag_value(flags->second, launch)) return value;
  const auto keys = pattern.environment.find(std::string(field));
  if (keys == pattern.environment.end()) return std::nullopt;
  for (const std::string& key : keys->second)
    if (const auto found = launch.environment.find(key);
        found != launch.environment.end() && !found->second.empty())
      return FieldValue{found->second, key};
  return std::nullopt;
}

std::vector<std::string> registration_paths(const catalog::ProcessPattern& pattern,
                                            const Launch& launch) {
  std::vector<std::string> paths;
  for (const std::string_view hint : pattern.registration) {
    const size_t colon = std::min(hint.find(':'), hint.size() - 1);
    const std::string_view how = hint.substr(0, colon), what = hint.substr(colon + 1);
    if (how == "argument") {
      const auto value = flag_value({std::string(what)}, launch);
      if (value && (value->value.starts_with('/') || !launch.cwd.empty()))
        paths.push_back(path_from(launch.cwd, value->value));
    } else if (how == "word-after") {
      const std::string_view word = what.substr(0, what.find('/'));
      const auto found = std::ranges::find(launch.arguments, word);
      auto folder = found;
      if (folder != launch.arguments.end()) ++folder;
      while (folder != launch.arguments.end() && folder->starts_with('-')) ++folder;
      if (folder != launch.arguments.end() && (folder->starts_with('/') || !launch.cwd.empty()))
        paths.push_back(path_from(path_from(launch.cwd, *folder), what.substr(word.size() + 1)));
    } else if (how == "environment") {
      const auto value = launch.environment.find(what);
      if (value != launch.environment.end() && !value->second.empty())
        paths.push_back(path_from(launch.cwd, value->second));
    } else if (how == "exe" && !launch.exe.empty()) {
      paths.push_back(path_from(parent_path(launch.exe), what));
    } else if (how == "cwd" && !launch.cwd.empty()) {
      paths.push_back(path_from(launch.cwd, what));
    } else if (how == "home" && !launch.home.empty()) {
      paths.push_back(path_from(launch.home, what));
    } else if (how == "path" || (how == "root" && launch.uid == 0)) {
      paths.emplace_back(what);
    }
  }
  return paths;
}

}  // namespace muster::observe
