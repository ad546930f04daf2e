// Runs checks over one host's facts and orders what they say.
#include "judge/check.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

namespace muster::judge {
namespace {

// Whether more than one runner goes by this subject: the names in a shared configuration file are
// free to choose, and a second runner must not inherit the first one's exception.
bool is_ambiguous(std::string_view subject, const facts::Host& host) {
  return std::ranges::count(host.runners, subject, subject_of) > 1;
}

bool is_silenced(const Finding& finding, const HostCase& context) {
  if (context.roll == nullptr || is_ambiguous(finding.runner, context.host)) return false;
  const std::string host = fmt::format("host:{}", context.host.hostname);
  return std::ranges::any_of(context.roll->exceptions, [&](const roll::Exception& exception) {
    // An exception bound to a hash needs a hash to compare with; none of these checks has one.
    const bool in_force =
        exception.hash.empty() && (!exception.expires || context.now < *exception.expires);
    const bool about_it = exception.subject == finding.subject ||
                          exception.subject == finding.runner || exception.subject == host;
    return in_force && about_it && exception.check == finding.check;
  });
}

void append(Verdict& verdict, Findings& said, const HostCase& context) {
  for (Finding& finding : said.take_findings()) {
    finding.excepted = is_silenced(finding, context);
    verdict.findings.push_back(std::move(finding));
  }
  std::ranges::move(said.take_not_assessed(), std::back_inserter(verdict.not_assessed));
}

// Runners with the worst findings first; what concerns no runner comes last.
void order(std::vector<Finding>& findings) {
  std::map<std::string, Severity> worst;
  for (const Finding& finding : findings) {
    Severity& severity = worst[finding.runner];
    severity = std::max(severity, finding.severity);
  }
  std::ranges::sort(findings, [&](const Finding& a, const Finding& b) {
    const auto key = [&](const Finding& f) {
      return std::make_tuple(f.runner.empty(), -static_cast<int>(worst[f.runner]),
                             std::string_view(f.runner), -static_cast<int>(f.severity),
                             std::string_view(f.check), std::string_view(f.subject),
                             std::string_view(f.fingerprint));
    };
    return key(a) < key(b);
  });
}

}  // namespace

Finding& Findings::add(std::string subject, std::string message, std::vector<Evidence> evidence,
                       std::vector<std::string> identity) {
  identity.insert(identity.begin(), subject);
  findings_.push_back({.check = std::string(check_.id),
                       .severity = check_.severity,
                       .confidence = check_.confidence,
                       .subject = std::move(subject),
                       .message = std::move(message),
                       .evidence = std::move(evidence),
                       .fix = std::string(check_.fix),
                       .fingerprint = fingerprint(check_.id, context_.host.hostname, identity),
                       .runner = {},
                       .excepted = false});
  return findings_.back();
}

Finding& Findings::add_about(const facts::Runner& runner, std::string message,
                             std::vector<Evidence> evidence, std::vector<std::string> identity) {
  std::string subject = subject_of(runner);
  identity.insert(identity.end(), {runner.scope, runner.platform_id, runner.uuid});
  Finding& finding = add(subject, std::move(message), std::move(evidence), std::move(identity));
  finding.runner = std::move(subject);
  return finding;
}

void Findings::not_assessed(std::string subject, std::string needs) {
  not_assessed_.push_back({std::string(check_.id), std::move(subject), std::move(needs)});
}

Verdict judge(std::span<const Check* const> checks, const facts::Host& host,
              const catalog::Catalog& catalog, const roll::Roll* roll, Time now) {
  HostCase context{host, catalog, roll, {}, now};
  if (roll != nullptr) context.matches = match(host, *roll, catalog);
  Verdict verdict;
  for (const Check* check : checks) {
    Findings said(*check, context);
    if (check->needs_roll && roll == nullptr) {
      for (const facts::Runner& runner : host.runners)
        said.not_assessed(subject_of(runner), "a roll");
    } else {
      check->run(context, said);
    }
    append(verdict, said, context);
  }
  order(verdict.findings);
  std::ranges::sort(verdict.not_assessed);
  verdict.matches = std::move(context.matches);
  return verdict;
}

}  // namespace muster::judge
