// The report for people: the answer first, then findings, runners, and what was not seen.
#include "base/text.h"
#include "report/layout.h"
#include "report/report.h"
#include "report/roster.h"
#include "report/standing.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace muster::report {
namespace {

constexpr size_t message_limit = 1000;

// The first few of many, joined; the rest is counted.
std::string first_of(const std::vector<std::string>& things, size_t most) {
  std::vector<std::string> kept;
  for (size_t i = 0; i < std::min(most, things.size()); i++) kept.push_back(shown(things[i]));
  if (things.size() > most) kept.push_back(fmt::format("{} more", grouped(things.size() - most)));
  return enumerated(kept);
}

void put_head(Page& page, const Report& report, const Counts& counts) {
  const facts::Host& host = report.host;
  const facts::Coverage& seen = host.coverage;
  page.bold_paragraph(answer(report));
  page.blank();
  const std::vector<std::string> places =
      seen.walked.empty() ? std::vector{seen.root} : seen.walked;
  std::vector<std::string> amounts = {fmt::format("{} in {}", quantity(seen.entries, "name"),
                                                  quantity(seen.directories, "folder"))};
  if (seen.live || seen.processes > 0) amounts.push_back(quantity(seen.processes, "process"));
  amounts.push_back(quantity(seen.units, "unit"));
  page.paragraph(
      fmt::format("Looked at {}: {} in {}, as {}.", first_of(places, 6), enumerated(amounts),
                  duration(report.took),
                  host.collected_as == 0 ? "root" : fmt::format("uid {}", host.collected_as)));
  if (report.roll != nullptr)
    page.paragraph(fmt::format("{} against {}: {} and {}.", report.inventory ? "Matched" : "Judged",
                               shown(report.roll->file),
                               quantity(report.roll->runners.size(), "runner"),
                               quantity(report.roll->pools.size(), "pool")));
  if (incomplete(counts))
    page.paragraph(
        fmt::format("Incomplete: a runner could hide in {} that could not be read (see GAPS).",
                    quantity(counts.hiding_gaps, "place")));
}

// Findings of one runner, or of the host.
struct Group {
  const Standing* runner = nullptr;
  std::string subject;
  std::vector<const judge::Finding*> findings;
  judge::Severity worst() const {
    return (*std::ranges::max_element(findings, {}, &judge::Finding::severity))->severity;
  }
};

// Worst first; the host's own last.
std::vector<Group> groups_of(const Report& report, const std::vector<Standing>& standings) {
  std::map<std::string_view, const Standing*> runners;
  for (const Standing& standing : standings) runners.emplace(standing.subject, &standing);
  std::vector<Group> groups;
  std::map<std::string_view, size_t> places;
  for (const judge::Finding& finding : report.verdict.findings) {
    if (finding.excepted) continue;
    const auto [place, is_new] = places.emplace(finding.runner, groups.size());
    if (is_new) {
      const auto runner = runners.find(finding.runner);
      groups.push_back({runner != runners.end() ? runner->second : nullptr, finding.runner, {}});
    }
    groups[place->second].findings.push_back(&finding);
  }
  for (Group& group : groups)
    std::ranges::stable_sort(group.findings, std::ranges::greater{}, &judge::Finding::severity);
  std::ranges::stable_sort(groups, [](const Group& a, const Group& b) {
    if (a.subject.empty() != b.subject.empty()) return b.subject.empty();
    return a.worst() > b.worst();
  });
  return groups;
}

// "/opt/r/.runner:3  agentName is rogue-01"
std::string evidence_words(const judge::Evidence& evidence) {
  const facts::Source& source = evidence.source;
  std::string result = shown(source.where, 1000);
  if (source.line > 0) result += fmt::format(":{}", source.line);
  // Most texts name their key themselves.
  const bool said = evidence.text.find(source.place) != std::string::npos;
  if (!said) result += " " + shown(source.place);
  if (!evidence.text.empty()) result += ": " + shown(evidence.text, 400);
  return result;
}

bool starts_item(std::string_view line) {
  return line.starts_with("- ") || line.starts_with("* ") || line.starts_with("    ");
}

// A check's advice is Markdown: hard-wrapped lines flow together, items and blank lines end them.
std::vector<std::string> paragraphs(std::string_view markdown) {
  std::vector<std::string> result;
  bool open = false;
  for (const std::string_view line : lines(markdown)) {
    const std::string_view text = trim(line);
    if (!text.empty() && open && !starts_item(line))
      result.back().append(" ").append(shown(text, message_limit));
    else if (!text.empty())
      result.push_back(shown(text, message_limit));
    open = !text.empty();
  }
  return result;
}

void put_finding(Page& page, const judge::Finding& finding, bool with_fix) {
  const size_t body = page.is_narrow() ? 4 : 14;
  const std::string doubt = finding.confidence == judge::Confidence::certain
                                ? ""
                                : fmt::format(" ({})", judge::to_string(finding.confidence));
  page.severity(finding.severity, finding.check + doubt, 4, body);
  page.paragraph(shown(finding.message, message_limit), body);
  for (const judge::Evidence& evidence : finding.evidence)
    page.labelled("-", evidence_words(evidence), body, body + 2);
  if (!with_fix) return;
  std::string_view label = "Fix:";
  for (const std::string& paragraph : paragraphs(finding.fix)) {
    page.labelled(label, paragraph, body, body + 5);
    label = "";
  }
}

void put_group(Page& page, const Group& group, const Report& report) {
  page.blank();
  if (group.runner != nullptr)
    page.bold_paragraph(
        fmt::format("{}: {}", title_of(*group.runner), to_string(group.runner->status)), 2);
  else if (group.subject.empty())
    page.bold_paragraph(fmt::format("The host {}", shown(report.host.hostname)), 2);
  else
    page.bold_paragraph(shown(group.subject), 2);
  const std::string* check = nullptr;
  for (size_t i = 0; i < group.findings.size(); i++) {
    const judge::Finding& finding = *group.findings[i];
    if (check != nullptr) page.blank();
    check = &finding.check;
    // The same advice for the next finding as well: said once, at the last.
    const bool repeated =
        i + 1 < group.findings.size() && group.findings[i + 1]->fix == finding.fix;
    put_finding(page, finding, !repeated);
  }
}

std::string severities(const Counts& counts) {
  std::vector<std::string> parts;
  for (size_t i = counts.findings.size(); i-- > 0;)
    if (counts.findings[i] > 0)
      parts.push_back(fmt::format("{} {}", grouped(counts.findings[i]),
                                  judge::to_string(static_cast<judge::Severity>(i))));
  return parts.empty() ? "none" : join(parts, ", ");
}

std::string excepted_words(const Report& report, const Counts& counts) {
  std::set<std::string> checks;
  for (const judge::Finding& finding : report.verdict.findings)
    if (finding.excepted) checks.insert(finding.check);
  return fmt::format("{} {} excepted by the roll ({}).", quantity(counts.excepted, "finding"),
                     counts.excepted == 1 ? "is" : "are", fmt::join(checks, ", "));
}

void put_findings(Page& page, const Report& report, const Counts& counts,
                  const std::vector<Standing>& standings) {
  page.blank();
  page.heading("FINDINGS", severities(counts));
  for (const Group& group : groups_of(report, standings)) put_group(page, group, report);
  if (counts.excepted > 0) {
    page.blank();
    page.paragraph(excepted_words(report, counts), 2);
  }
  if (report.roll == nullptr && counts.runners > 0) {
    page.blank();
    page.severity(
        judge::Severity::info,
        fmt::format("{} {} not assessed against a roll.", quantity(counts.runners, "runner"),
                    counts.runners == 1 ? "is" : "are"),
        2, page.is_narrow() ? 4 : 8);
  }
}

// Checks that need the same for the same subjects are told together.
void put_not_assessed(Page& page, const Report& report) {
  if (report.verdict.not_assessed.empty()) return;
  std::map<std::pair<std::string, std::set<std::string>>, std::vector<std::string>> told;
  std::map<std::pair<std::string, std::string>, std::set<std::string>> subjects;
  for (const judge::NotAssessed& item : report.verdict.not_assessed)
    subjects[{item.needs, item.check}].insert(item.subject);
  for (const auto& [key, names] : subjects) told[{key.first, names}].push_back(key.second);
  page.blank();
  page.heading("NOT ASSESSED", grouped(report.verdict.not_assessed.size()));
  page.blank();
  for (const auto& [key, checks] : told) {
    const auto& [needs, names] = key;
    const std::string who =
        names.size() == 1 ? shown(*names.begin()) : quantity(names.size(), "subject");
    page.labelled("-", fmt::format("{} for {}: needs {}", enumerated(checks), who, shown(needs)), 2,
                  4);
  }
}

// "/proc, /sys and 3 more: kernel file system"
void put_coverage(Page& page, const facts::Coverage& seen) {
  if (seen.not_walked.empty()) return;
  std::map<std::string, std::vector<std::string>> by_reason;
  for (const std::string& item : seen.not_walked) {
    const size_t colon = item.rfind(": ");
    const bool reasoned = colon != std::string::npos;
    by_reason[reasoned ? item.substr(colon + 2) : ""].push_back(item.substr(0, colon));
  }
  page.blank();
  page.heading("NOT WALKED", "by design");
  page.blank();
  for (const auto& [reason, places] : by_reason)
    page.labelled(
        "-", fmt::format("{}{}{}", first_of(places, 8), reason.empty() ? "" : ": ", shown(reason)),
        2, 4);
}

void put_gaps(Page& page, const Report& report, const Counts& counts) {
  if (counts.gaps == 0) return;
  page.blank();
  page.heading("GAPS", fmt::format("{} could not be read", quantity(counts.gaps, "place")));
  constexpr size_t most = 20;
  size_t told = 0;
  for (const bool hiding : {true, false}) {
    bool titled = false;
    for (const facts::Gap& gap : report.host.gaps) {
      if (gap.could_hide_runner != hiding || told == most) continue;
      if (!titled) page.blank();
      if (!titled)
        page.paragraph(hiding ? "Where a runner could hide" : "Where other answers are missing", 2);
      titled = true;
      page.labelled("-", fmt::format("{}: {}", shown(gap.what, 1000), shown(gap.why)), 4, 6);
      told++;
    }
  }
  if (counts.gaps > told)
    page.paragraph(fmt::format("and {} more", grouped(counts.gaps - told)), 4);
}

// What to type next.
void put_next(Page& page, const Report& report, const Counts& counts) {
  std::vector<std::pair<std::string, std::string>> steps;
  const auto worst = std::ranges::max_element(report.verdict.findings, {}, [](const auto& finding) {
    return std::pair(!finding.excepted, finding.severity);
  });
  if (worst != report.verdict.findings.end() && !worst->excepted)
    steps.emplace_back("muster explain " + worst->check, "why it matters and what to do");
  if (report.roll == nullptr && !report.inventory) {
    steps.emplace_back("muster roll init", "starts the list of runners that may exist");
    steps.emplace_back("muster scan --roll roll.yaml", "judges against it");
  }
  if (incomplete(counts) && report.host.coverage.live && report.host.collected_as != 0)
    steps.emplace_back("sudo muster scan", "reads what this user may not");
  if (steps.empty()) return;
  page.blank();
  page.heading("NEXT");
  page.blank();
  size_t widest = 0;
  for (const auto& [command, what] : steps) widest = std::max(widest, columns(command));
  for (const auto& [command, what] : steps) {
    if (!page.is_narrow()) page.labelled(command, what, 2, widest + 5);
    if (page.is_narrow()) page.line(command, 2);
    if (page.is_narrow()) page.paragraph(what, 4);
  }
}

}  // namespace

std::string as_text(const Report& report, const TextStyle& style) {
  const Counts counts = count(report);
  const std::vector<Standing> all = standings(report);
  Page page(style);
  put_head(page, report, counts);
  if (!report.inventory) put_findings(page, report, counts, all);
  put_roster(page, all);
  if (!report.inventory) put_not_assessed(page, report);
  put_coverage(page, report.host.coverage);
  put_gaps(page, report, counts);
  put_next(page, report, counts);
  return page.take();
}

}  // namespace muster::report
