// From the settings of a service's files to the effective ones, without credentials.
#pragma once
#include "facts/host.h"
#include "formats/unit_file.h"
#include "observe/host/unit_names.h"
#include "redact/redact.h"

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace muster::observe {

// One file of a unit: the main file, or a drop-in.
struct UnitPart {
  std::string path;
  const formats::UnitFile* file = nullptr;
};

// Redacts values, each text once: the units of a host repeat each other, and drop-ins for all
// services would otherwise cost their number times the number of services.
class SettingRedactor {
 public:
  explicit SettingRedactor(const redact::Redactor& redactor) : redactor_(redactor) {}
  // The value as it may be shown, and what was taken out of it. Valid until the next call.
  const redact::Text& conceal(std::string_view key, std::string_view value);

 private:
  const redact::Redactor& redactor_;
  std::unordered_map<std::string, redact::Text> known_;
};

// What counts after all parts were read in order: lists are collected and emptied by an empty
// assignment, of other settings the last one counts. Expands the specifiers of the unit's raw name,
// redacts, and adds the exposures of Environment=, SetCredential= and Exec lines.
void apply_settings(const std::vector<UnitPart>& parts, std::string_view name,
                    const SpecifierContext& context, SettingRedactor& redactor, facts::Unit& unit);

}  // namespace muster::observe
