// The exit code, and the one sentence that answers the question.
#include "report/layout.h"
#include "report/report.h"
#include "report/standing.h"

#include <fmt/format.h>

namespace muster::report {
namespace {

std::string where(const facts::Host& host) {
  if (!host.hostname.empty()) return shown(host.hostname, 64);
  if (!host.coverage.root.empty() && host.coverage.root != "/")
    return shown(host.coverage.root, 64);
  return "this host";
}

std::string_view is_are(size_t number) { return number == 1 ? "is" : "are"; }

// "1 of them is on nobody's roll", in the words that fit the numbers.
std::string unlisted_clause(const Counts& counts) {
  if (counts.runners == 1) return "it is on nobody's roll";
  if (counts.unlisted == counts.runners)
    return counts.runners == 2 ? "neither of them is on the roll" : "none of them is on the roll";
  return fmt::format("{} of them {} on nobody's roll", counts.unlisted, is_are(counts.unlisted));
}

// How the runners stand with the roll: begins with the mark that joins it to what came before.
std::string roll_clause(const Counts& counts) {
  std::vector<std::string> doubts;
  if (counts.unlisted > 0) doubts.push_back(unlisted_clause(counts));
  if (counts.unproven > 0)
    doubts.push_back(
        fmt::format("{} {} in a pool by name alone", counts.unproven, is_are(counts.unproven)));
  if (counts.lapsed > 0)
    doubts.push_back(fmt::format("{} {} listed by an entry that has expired", counts.lapsed,
                                 is_are(counts.lapsed)));
  if (!doubts.empty()) return "; " + enumerated(doubts);
  const std::string_view word = counts.approved == counts.runners ? "authorised" : "on the roll";
  if (counts.runners == 1) return fmt::format(", and it is {}", word);
  return fmt::format(", {} of them {}", counts.runners == 2 ? "both" : "all", word);
}

std::string attention(const Counts& counts) {
  return fmt::format("{} {} attention", quantity(counts.attention, "finding"),
                     counts.attention == 1 ? "needs" : "need");
}

std::string found(const Report& report, const Counts& counts) {
  const std::string host = where(report.host);
  if (counts.runners == 0) {
    std::string sentence = fmt::format("No CI runner was found on {}", host);
    if (counts.hiding_gaps > 0)
      sentence += fmt::format(", but {} could not be read", quantity(counts.hiding_gaps, "place"));
    if (counts.attention > 0) sentence += "; " + attention(counts);
    return sentence;
  }
  std::string sentence = fmt::format("{} {} on {}", quantity(counts.runners, "CI runner"),
                                     is_are(counts.runners), host);
  if (!report.inventory && report.roll == nullptr) {
    sentence += fmt::format("; without a roll nobody can say whether {} authorised",
                            counts.runners == 1 ? "it is" : "they are");
    if (counts.attention > 0) sentence += ", and " + attention(counts) + " anyway";
  } else if (!report.inventory) {
    sentence += roll_clause(counts);
    // An unlisted runner is the news; what is wrong with the listed ones stands below.
    if (counts.unlisted == 0 && counts.attention > 0) sentence += "; " + attention(counts);
  }
  if (counts.hiding_gaps > 0)
    sentence += fmt::format("; {} could not be read, so there may be more",
                            quantity(counts.hiding_gaps, "place"));
  return sentence;
}

}  // namespace

int exit_code(const Report& report) {
  const Counts counts = count(report);
  if (counts.attention > 0 && !report.inventory) return 1;
  return incomplete(counts) ? 3 : 0;
}

std::string answer(const Report& report) { return found(report, count(report)) + "."; }

}  // namespace muster::report
