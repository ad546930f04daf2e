// Findings as lines that a person can review in a world file.
#include "support/render.h"

#include "base/text.h"

#include <fmt/format.h>

#include <iterator>
#include <vector>

namespace muster::tests {
namespace {

std::string evidence_line(const judge::Evidence& evidence) {
  const facts::Source& source = evidence.source;
  std::string line = "  " + source.where;
  if (source.line != 0) line += fmt::format(":{}", source.line);
  if (!source.place.empty()) line += " " + source.place;
  return line + ": " + evidence.text;
}

std::string escaped(std::string_view text) { return visible(text) + "\n"; }

}  // namespace

std::string render(const facts::Host& host, const judge::Verdict& verdict) {
  std::string text;
  for (const judge::Finding& finding : verdict.findings) {
    text += escaped(fmt::format("{} {} {} {}{}", to_string(finding.severity),
                                to_string(finding.confidence), finding.check, finding.subject,
                                finding.excepted ? " (excepted)" : ""));
    text += escaped("  " + finding.message);
    for (const judge::Evidence& evidence : finding.evidence)
      text += escaped(evidence_line(evidence));
  }
  for (const judge::NotAssessed& open : verdict.not_assessed)
    text +=
        escaped(fmt::format("not assessed {} {}: needs {}", open.check, open.subject, open.needs));
  for (const facts::Gap& gap : host.gaps)
    text += escaped(fmt::format("gap {}: {}{}", gap.what, gap.why,
                                gap.could_hide_runner ? " (could hide a runner)" : ""));
  return text.empty() ? "nothing\n" : text;
}

bool fires(std::string_view rendered, std::string_view check) {
  for (const std::string_view line : lines(rendered)) {
    const std::vector<std::string_view> parts = words(line);
    if (parts.size() > 2 && !line.starts_with(' ') && judge::parse_severity(parts[0]) &&
        parts[2] == check)
      return true;
  }
  return false;
}

std::string with_expectation(std::string_view world_file, std::string_view rendered) {
  std::string text(world_file);
  const size_t key = text.starts_with("expect:") ? 0 : text.find("\nexpect:");
  if (key != std::string::npos) text.erase(key == 0 ? 0 : key + 1);
  if (!text.empty() && !text.ends_with('\n')) text += '\n';
  text += "expect: |\n";
  for (const std::string_view line : lines(rendered)) text += fmt::format("  {}\n", line);
  return text;
}

}  // namespace muster::tests
