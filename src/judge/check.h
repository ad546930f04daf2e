// What a check is: a description and one pure function from facts to findings. Each lives in
// checks/<id>.cc; checks/CMakeLists.txt lists them and generates the table.
#pragma once
#include "catalog/product.h"
#include "facts/host.h"
#include "judge/finding.h"
#include "judge/match.h"
#include "roll/roll.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace muster::judge {

// Everything a host check may look at.
struct HostCase {
  const facts::Host& host;
  const catalog::Catalog& catalog;
  const roll::Roll* roll = nullptr;  // none: nothing can be unlisted
  std::vector<Match> matches;        // one a runner when there is a roll, else empty
  Time now{};
};

class Findings;

struct Check {
  std::string_view id;     // "unlisted-runner": stable for ever, and the file's name
  std::string_view title;  // one line, no full stop
  Severity severity;       // the usual one; a finding may carry another with its reason
  Confidence confidence;
  std::string_view why;  // what an attacker gains; Markdown
  std::string_view fix;  // what to do; Markdown
  std::span<const std::string_view> references;
  bool needs_roll = false;  // without a roll: not assessed, for each runner
  void (*run)(const HostCase&, Findings&);
};

// What one run of one check says.
class Findings {
 public:
  Findings(const Check& check, const HostCase& context) : check_(check), context_(context) {}
  // Adds a finding with the check's severity, confidence and fix; `identity` are the stable parts
  // of its fingerprint beside check, host and subject. The reference may be adjusted until the next
  // add().
  Finding& add(std::string subject, std::string message, std::vector<Evidence> evidence,
               std::vector<std::string> identity = {});
  // The same about a runner, under which the report groups it.
  Finding& add_about(const facts::Runner& runner, std::string message,
                     std::vector<Evidence> evidence, std::vector<std::string> identity = {});
  void not_assessed(std::string subject, std::string needs);
  std::vector<Finding> take_findings() { return std::move(findings_); }
  std::vector<NotAssessed> take_not_assessed() { return std::move(not_assessed_); }

 private:
  const Check& check_;
  const HostCase& context_;
  std::vector<Finding> findings_;
  std::vector<NotAssessed> not_assessed_;
};

struct Verdict {
  std::vector<Finding> findings;          // by runner, then severity (worst first), check, subject
  std::vector<NotAssessed> not_assessed;  // sorted
  std::vector<Match> matches;             // one a runner; empty without a roll
};

// Runs the checks; exceptions of the roll mark findings, they never remove them.
Verdict judge(std::span<const Check* const> checks, const facts::Host& host,
              const catalog::Catalog& catalog, const roll::Roll* roll, Time now);

}  // namespace muster::judge
