// The report for programs: docs/reference/report.schema.json.
#include "facts/json_text.h"
#include "report/report.h"
#include "report/standing.h"

#include <nlohmann/json.hpp>

namespace muster::report {
namespace {

using Json = nlohmann::ordered_json;

// What is not known is null, never an empty text.
Json or_null(const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); }

Json source_json(const facts::Source& source) {
  return {{"source", source.where},
          {"place", source.place},
          {"line", source.line > 0 ? Json(source.line) : Json(nullptr)}};
}

Json finding_json(const judge::Finding& finding) {
  Json evidence = Json::array();
  for (const judge::Evidence& item : finding.evidence) {
    Json json = source_json(item.source);
    json["text"] = item.text;
    evidence.push_back(std::move(json));
  }
  return {{"check", finding.check},
          {"severity", judge::to_string(finding.severity)},
          {"confidence", judge::to_string(finding.confidence)},
          {"subject", finding.subject},
          {"runner", or_null(finding.runner)},
          {"message", finding.message},
          {"evidence", std::move(evidence)},
          {"fix", finding.fix},
          {"fingerprint", finding.fingerprint},
          {"excepted", finding.excepted}};
}

Json listing_json(const judge::Match* match) {
  if (match == nullptr) return nullptr;
  return {{"entry", match->entry != nullptr ? Json(match->entry->name) : Json(nullptr)},
          {"pool", match->pool != nullptr ? Json(match->pool->name) : Json(nullptr)},
          {"matched_by", or_null(match->by)},
          {"proven", match->proven},
          {"almost", or_null(match->almost)}};
}

// Field -> what it would take to know it.
Json unknown_json(const Standing& standing) {
  Json unknown = Json::object();
  const auto add = [&](const char* field, const Known& known) {
    if (known.value.empty()) unknown[field] = known.needs;
  };
  add("name", standing.name);
  add("scope", standing.scope);
  add("version", standing.version);
  add("owner", standing.owner);
  add("registered_in", standing.registered_in);
  add("state", standing.state);
  add("lifetime", standing.lifetime);
  add("rotation", standing.rotation);
  add("teardown", standing.teardown);
  return unknown;
}

Json runner_json(const facts::Host& host, const Standing& standing) {
  const facts::Runner& runner = standing.runner;
  Json sources = Json::array();
  for (const facts::Source& source : runner.sources) sources.push_back(source_json(source));
  return {{"product", runner.product},
          {"product_name", standing.product},
          {"platform", or_null(runner.platform)},
          {"name", or_null(runner.name)},
          {"scope", or_null(runner.scope)},
          {"id", or_null(runner.platform_id)},
          {"uuid", or_null(runner.uuid)},
          {"host", host.hostname},
          {"path", or_null(runner.path)},
          {"user", or_null(runner.user)},
          {"user_from", or_null(runner.user_from)},
          {"status", to_string(standing.status)},
          {"subject", standing.subject},
          {"roll", listing_json(standing.match)},
          {"owner", or_null(standing.owner.value)},
          {"registered_in", or_null(standing.registered_in.value)},
          {"state", or_null(standing.state.value)},
          {"lifetime", or_null(standing.lifetime.value)},
          {"ephemeral", runner.ephemeral ? Json(*runner.ephemeral) : Json(nullptr)},
          {"version", or_null(runner.version)},
          {"rotation", or_null(standing.rotation.value)},
          {"token_expires", or_null(runner.token_expires)},
          {"teardown", or_null(standing.teardown.value)},
          {"unknown", unknown_json(standing)},
          {"labels", runner.labels},
          {"executor", or_null(runner.executor)},
          {"work_folder", or_null(runner.work_folder)},
          {"pids", runner.pids},
          {"units", runner.units},
          {"sources", std::move(sources)}};
}

Json coverage_json(const facts::Coverage& seen) {
  return {{"root", seen.root},
          {"live", seen.live},
          {"walked", seen.walked},
          {"not_walked", seen.not_walked},
          {"entries", seen.entries},
          {"directories", seen.directories},
          {"processes", seen.processes},
          {"units", seen.units},
          {"files_read", seen.files_read}};
}

Json findings_counts(const Counts& counts) {
  Json json = Json::object();
  for (size_t i = counts.findings.size(); i-- > 0;)
    json[std::string(judge::to_string(static_cast<judge::Severity>(i)))] = counts.findings.at(i);
  json["excepted"] = counts.excepted;
  json["need_attention"] = counts.attention;
  return json;
}

Json summary_json(const Report& report) {
  const Counts counts = count(report);
  const facts::Host& host = report.host;
  return {{"answer", answer(report)},
          {"host", host.hostname},
          {"machine", or_null(host.machine)},
          {"os", or_null(host.os)},
          {"kernel", or_null(host.kernel)},
          {"collected", muster::to_string(host.collected)},
          {"collected_as", host.collected_as},
          {"took_ms", report.took.count()},
          {"muster", report.version},
          {"inventory", report.inventory},
          {"roll", report.roll != nullptr ? Json(report.roll->file) : Json(nullptr)},
          {"fail_on", judge::to_string(report.fail_on)},
          {"exit_code", exit_code(report)},
          {"incomplete", incomplete(counts)},
          {"findings", findings_counts(counts)},
          {"runners",
           {{"total", counts.runners},
            {"listed", counts.listed},
            {"unproven", counts.unproven},
            {"unlisted", counts.unlisted},
            {"not_assessed", counts.not_assessed}}},
          {"gaps", {{"total", counts.gaps}, {"could_hide_runner", counts.hiding_gaps}}},
          {"coverage", coverage_json(host.coverage)}};
}

}  // namespace

std::string as_json(const Report& report) {
  Json findings = Json::array(), not_assessed = Json::array(), gaps = Json::array(),
       runners = Json::array();
  for (const judge::Finding& finding : report.verdict.findings)
    findings.push_back(finding_json(finding));
  for (const judge::NotAssessed& item : report.verdict.not_assessed)
    not_assessed.push_back(
        {{"check", item.check}, {"subject", item.subject}, {"needs", item.needs}});
  for (const facts::Gap& gap : report.host.gaps)
    gaps.push_back(
        {{"what", gap.what}, {"why", gap.why}, {"could_hide_runner", gap.could_hide_runner}});
  for (const Standing& standing : standings(report))
    runners.push_back(runner_json(report.host, standing));
  return facts::json_text({{"schema", report_schema},
                           {"summary", summary_json(report)},
                           {"findings", std::move(findings)},
                           {"not_assessed", std::move(not_assessed)},
                           {"gaps", std::move(gaps)},
                           {"runners", std::move(runners)}});
}

}  // namespace muster::report
