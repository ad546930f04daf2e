// The words for severities and confidences, and stable fingerprints.
#include "judge/finding.h"

#include "base/hash.h"

#include <fmt/format.h>

#include <array>

namespace muster::judge {
namespace {

constexpr std::array<std::string_view, 5> severities = {"info", "low", "medium", "high",
                                                        "critical"};
constexpr std::array<std::string_view, 3> confidences = {"possible", "likely", "certain"};

}  // namespace

std::string_view to_string(Severity severity) {
  return severities.at(static_cast<size_t>(severity));
}

std::string_view to_string(Confidence confidence) {
  return confidences.at(static_cast<size_t>(confidence));
}

std::optional<Severity> parse_severity(std::string_view text) {
  for (size_t i = 0; i < severities.size(); i++)
    if (severities[i] == text) return static_cast<Severity>(i);
  return std::nullopt;
}

std::string fingerprint(std::string_view check, std::string_view host,
                        const std::vector<std::string>& parts) {
  // Each part carries its length, so that no two lists of parts join to the same text.
  std::string joined = fmt::format("{}:{}{}:{}", check.size(), check, host.size(), host);
  for (const std::string& part : parts) joined += fmt::format("{}:{}", part.size(), part);
  return sha256_hex(joined).substr(0, 32);
}

}  // namespace muster::judge
