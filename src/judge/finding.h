// What a check says.
#pragma once
#include "facts/source.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace muster::judge {

enum class Severity : uint8_t { info, low, medium, high, critical };
enum class Confidence : uint8_t { possible, likely, certain };
std::string_view to_string(Severity severity);
std::string_view to_string(Confidence confidence);
std::optional<Severity> parse_severity(std::string_view text);

struct Evidence {
  facts::Source source;
  std::string text;  // what stands there, redacted: "agentName is rogue-01"
  auto operator<=>(const Evidence&) const = default;
};

struct Finding {
  std::string check;
  Severity severity = Severity::medium;
  Confidence confidence = Confidence::certain;
  std::string subject;  // "runner:github-actions-runner/build-01@/opt/actions-runner", "pid:4711"
  std::string message;  // one sentence about this subject
  std::vector<Evidence> evidence;
  std::string fix;          // the check's, made concrete where it can be
  std::string fingerprint;  // stable across boots, pids and times: see fingerprint()
  std::string runner;       // subject of the runner it is grouped under; empty: the host
  bool excepted = false;
};

// A check that could not be decided for a subject, and what it needs.
struct NotAssessed {
  std::string check;
  std::string subject;
  std::string needs;
  auto operator<=>(const NotAssessed&) const = default;
};

// First 32 hexadecimal digits of SHA-256 over check, host and the parts given, which must not
// hold pids, times or boot ids.
std::string fingerprint(std::string_view check, std::string_view host,
                        const std::vector<std::string>& parts);

}  // namespace muster::judge
