// Merging and redacting unit settings; which are lists is from systemd.service(5), systemd.exec(5)
// and systemd.unit(5).
#include "observe/host/unit_settings.h"

#include "base/text.h"
#include "observe/host/evidence.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <unordered_set>

namespace muster::observe {
namespace {

constexpr size_t shortest_credential = 8;

bool is_list(std::string_view section, std::string_view key) {
  // Dependencies, conditions, documentation, WantedBy=, Alias=: nearly everything there is a list.
  if (section != "Service")
    return key != "Description" && !key.starts_with("StartLimit") && !key.starts_with("Job") &&
           !key.ends_with("Action");
  static const std::unordered_set<std::string_view> keys = {
      "AmbientCapabilities",
      "BindPaths",
      "BindReadOnlyPaths",
      "CacheDirectory",
      "CapabilityBoundingSet",
      "ConfigurationDirectory",
      "DeviceAllow",
      "Environment",
      "EnvironmentFile",
      "ExecCondition",
      "ExecPaths",
      "ExecReload",
      "ExecSearchPath",
      "ExecStart",
      "ExecStartPost",
      "ExecStartPre",
      "ExecStop",
      "ExecStopPost",
      "ExtensionDirectories",
      "ExtensionImages",
      "IPAddressAllow",
      "IPAddressDeny",
      "ImportCredential",
      "InaccessiblePaths",
      "JoinsNamespaceOf",
      "LoadCredential",
      "LoadCredentialEncrypted",
      "LogExtraFields",
      "LogsDirectory",
      "MountImages",
      "NoExecPaths",
      "OpenFile",
      "PassEnvironment",
      "ReadOnlyPaths",
      "ReadWritePaths",
      "RestrictAddressFamilies",
      "RestrictNetworkInterfaces",
      "RuntimeDirectory",
      "SetCredential",
      "SetCredentialEncrypted",
      "SocketBindAllow",
      "SocketBindDeny",
      "Sockets",
      "StateDirectory",
      "SupplementaryGroups",
      "SystemCallFilter",
      "TemporaryFileSystem",
      "UnsetEnvironment",
  };
  return keys.contains(key);
}

bool is_command(std::string_view key) {
  return key.starts_with("Exec") && key != "ExecPaths" && key != "ExecSearchPath";
}

struct Chosen {
  const UnitPart* part;
  const formats::UnitSetting* setting;
};

std::vector<Chosen> merge(const std::vector<UnitPart>& parts) {
  std::vector<Chosen> all;
  std::map<std::pair<std::string_view, std::string_view>, std::vector<size_t>> places;
  for (const UnitPart& part : parts)
    for (const formats::UnitSetting& setting : part.file->settings) {
      if (setting.section != "Unit" && setting.section != "Service" && setting.section != "Install")
        continue;  // systemd passes over other sections
      std::vector<size_t>& earlier = places[{setting.section, setting.key}];
      if (setting.value.empty() || !is_list(setting.section, setting.key)) {
        for (const size_t index : earlier) all[index].setting = nullptr;
        earlier.clear();
      }
      if (setting.value.empty()) continue;
      earlier.push_back(all.size());
      all.push_back({&part, &setting});
    }
  std::erase_if(all, [](const Chosen& chosen) { return chosen.setting == nullptr; });
  return all;
}

// A word as systemd would read it back.
std::string quoted(std::string_view word) {
  constexpr std::string_view special = " \t\"'\\";
  if (!word.empty() && word != ";" && word.find_first_of(special) == word.npos)
    return std::string(word);
  std::string result = "\"";
  for (const char c : word) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result + '"';
}

// Put together from the words that systemd sees, so that nothing it would not see (the rest of a
// broken quotation) is quoted without having been looked at.
redact::Text conceal_command(std::string_view value, const redact::Redactor& redactor) {
  const std::string_view prefix = value.substr(0, value.find_first_not_of("@-:+!|"));
  redact::Arguments redacted = redactor.arguments(formats::split_command(value));
  std::vector<std::string> words;
  words.reserve(redacted.shown.size());
  for (const std::string& word : redacted.shown)
    words.push_back(word == ";" ? word : quoted(visible(word)));
  return {fmt::format("{}{}", prefix, fmt::join(words, " ")), std::move(redacted.hits)};
}

redact::Text conceal_environment(std::string_view value, const redact::Redactor& redactor) {
  redact::Text result;
  for (const auto& [key, text] : formats::split_environment(value)) {
    redact::Text redacted = redactor.assignment(key, text);
    if (!result.shown.empty()) result.shown += ' ';
    result.shown += quoted(fmt::format("{}={}", visible(key), visible(redacted.shown)));
    std::ranges::move(redacted.hits, std::back_inserter(result.hits));
  }
  return result;
}

// "id:value", whose value is a credential by what it is for.
redact::Text conceal_credential(std::string_view value) {
  const std::string id = visible(value.substr(0, value.find(':')));
  return {fmt::format("{}:«redacted:unknown»", id), {{"unknown", id, true}}};
}

redact::Text conceal_value(std::string_view key, std::string_view value,
                           const redact::Redactor& redactor) {
  if (is_command(key)) return conceal_command(value, redactor);
  if (key == "Environment") return conceal_environment(value, redactor);
  if (key == "SetCredential") return conceal_credential(value);
  // Nearly half of all values are "yes", "simple" and the like, too short to be found a credential.
  redact::Text text;
  if (value.size() < shortest_credential)
    text.shown = value;
  else
    text = redactor.text(value);
  text.shown = visible(text.shown);
  return text;
}

constexpr size_t most_known = 20'000;

}  // namespace

const redact::Text& SettingRedactor::conceal(std::string_view key, std::string_view value) {
  if (known_.size() >= most_known) known_.clear();
  const auto [found, is_new] = known_.try_emplace(fmt::format("{}={}", key, value));
  if (is_new) found->second = conceal_value(key, value, redactor_);
  return found->second;
}

void apply_settings(const std::vector<UnitPart>& parts, std::string_view name,
                    const SpecifierContext& context, SettingRedactor& redactor, facts::Unit& unit) {
  for (const Chosen& chosen : merge(parts)) {
    const formats::UnitSetting& setting = *chosen.setting;
    const redact::Text& text =
        redactor.conceal(setting.key, expand_specifiers(setting.value, name, context));
    if (text.shown.empty()) continue;
    const facts::Source source{visible(chosen.part->path), visible(setting.key), setting.line};
    add_exposures(text.hits, source, text.shown, unit.exposures);
    unit.settings.push_back({setting.section, visible(setting.key), text.shown, source});
  }
}

}  // namespace muster::observe
