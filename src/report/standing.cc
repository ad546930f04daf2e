// Joins runners with the roll, and counts.
#include "report/standing.h"

#include "judge/quote.h"

#include <fmt/format.h>

#include <algorithm>

namespace muster::report {
namespace {

// What fields need that neither the host nor the catalog can tell.
constexpr std::string_view platform_side = "the platform's side";

// What the field of a product needs: the catalog knows, else the fallback. "nothing, it never
// expires" in the catalog is an answer, not a need.
Known unknown(const catalog::Product* product, const std::string& field,
              std::string_view fallback) {
  if (product != nullptr)
    if (const auto found = product->not_on_host.find(field); found != product->not_on_host.end()) {
      constexpr std::string_view nothing = "nothing, ";
      if (!found->second.starts_with(nothing)) return {"", found->second};
      return {fmt::format("none: {}", found->second.substr(nothing.size())), "", "none"};
    }
  return {"", std::string(fallback)};
}

Known known_or(const std::string& value, const catalog::Product* product, const std::string& field,
               std::string_view fallback) {
  return value.empty() ? unknown(product, field, fallback) : Known{value, ""};
}

// What an entry and a pool have in common.
struct Listing {
  const std::string* owner = nullptr;
  const std::string* lifetime = nullptr;
  const std::optional<roll::Teardown>* teardown = nullptr;
  const std::optional<roll::Approval>* approval = nullptr;
  const std::optional<Time>* expires = nullptr;
};

Listing listing_of(const auto& item) {
  return {&item.owner, &item.lifetime, &item.teardown, &item.approval, &item.expires};
}

std::optional<Listing> listing_of(const judge::Match* match) {
  if (match == nullptr || !match->listed()) return std::nullopt;
  return match->entry != nullptr ? listing_of(*match->entry) : listing_of(*match->pool);
}

Status status_of(const judge::Match* match) {
  if (match == nullptr) return Status::not_assessed;
  if (!match->listed()) return Status::unlisted;
  return match->entry == nullptr && !match->proven ? Status::unproven : Status::listed;
}

bool is_approved(const std::optional<Listing>& listing) {
  return listing && listing->approval->has_value();
}

bool is_lapsed(const std::optional<Listing>& listing, Time now) {
  return listing && listing->expires->has_value() && **listing->expires <= now;
}

Known state_of(const facts::Host& host, const facts::Runner& runner) {
  if (!runner.pids.empty()) return {"running", ""};
  const std::string_view boot = judge::starts_by_itself(runner, host) ? "starts at boot" : "";
  if (!host.coverage.live) return {std::string(boot), boot.empty() ? "the running host" : ""};
  return {boot.empty() ? "stopped" : fmt::format("stopped, {}", boot), ""};
}

Known lifetime_of(const facts::Runner& runner, const catalog::Product* product,
                  const std::optional<Listing>& listing) {
  const std::string rolled = listing ? *listing->lifetime : "";
  if (!runner.ephemeral) {
    if (rolled.empty()) return unknown(product, "ephemeral", platform_side);
    return {fmt::format("{} (roll)", rolled), ""};
  }
  const std::string seen = *runner.ephemeral ? "ephemeral" : "persistent";
  if (rolled.empty() || rolled == seen) return {seen, ""};
  return {fmt::format("{} (roll: {})", seen, rolled), ""};
}

Known rotation_of(const facts::Runner& runner, const catalog::Product* product, Time now) {
  if (runner.token_expires == "never") return {"none: its token never expires", "", "none"};
  if (!runner.token_expires.empty()) {
    const auto time = parse_time(runner.token_expires);
    if (!time) return {fmt::format("token expires {}", runner.token_expires), ""};
    return {fmt::format("token {} {}", *time < now ? "expired" : "expires", date_of(*time)), ""};
  }
  if (runner.shared_token) return {"registers anew at each start", "", "each start"};
  return unknown(product, "token_expires", platform_side);
}

Known teardown_of(const std::optional<Listing>& listing, std::string_view roll_needs) {
  if (!listing) return {"", std::string(roll_needs)};
  const auto& teardown = *listing->teardown;
  if (!teardown) return {"", "a teardown in its roll entry"};
  return {teardown->within.empty() ? teardown->by
                                   : fmt::format("{} within {}", teardown->by, teardown->within),
          ""};
}

Known registration_of(const facts::Runner& runner) {
  if (!runner.config.empty()) return {runner.config, ""};
  if (runner.sources.empty()) return {"", "a registration file"};
  const facts::Source& source = runner.sources.front();
  return {source.place.empty() ? source.where : fmt::format("{} {}", source.where, source.place),
          ""};
}

Standing standing_of(const Report& report, const facts::Runner& runner, const judge::Match* match) {
  const catalog::Product* product =
      report.catalog != nullptr ? report.catalog->find(runner.product) : nullptr;
  const auto listing = listing_of(match);
  const std::string_view roll_needs = listing            ? "an owner in its roll entry"
                                      : match != nullptr ? "an entry in the roll"
                                                         : "a roll";
  return {
      .runner = runner,
      .match = match,
      .status = status_of(match),
      .approved = is_approved(listing),
      .lapsed = is_lapsed(listing, report.host.collected),
      .subject = judge::subject_of(runner),
      .product = product != nullptr ? product->name : runner.product,
      .name = known_or(runner.name, product, "name", platform_side),
      .scope = known_or(runner.scope, product, "scope", platform_side),
      .version = known_or(runner.version, product, "version", "the program's own answer"),
      .owner = listing && !listing->owner->empty() ? Known{*listing->owner, ""}
                                                   : Known{"", std::string(roll_needs)},
      .registered_in = registration_of(runner),
      .state = state_of(report.host, runner),
      .lifetime = lifetime_of(runner, product, listing),
      .rotation = rotation_of(runner, product, report.host.collected),
      .teardown = teardown_of(listing, roll_needs),
  };
}

// Null: the runner at this place was not matched against a roll.
const judge::Match* match_of(const Report& report, size_t runner) {
  const auto& matches = report.verdict.matches;
  return report.roll != nullptr && runner < matches.size() ? &matches[runner] : nullptr;
}

}  // namespace

std::string_view to_string(Status status) {
  switch (status) {
    case Status::listed:
      return "listed";
    case Status::unproven:
      return "unproven";
    case Status::unlisted:
      return "unlisted";
    case Status::not_assessed:
      return "not assessed";
  }
  return "not assessed";
}

std::vector<Standing> standings(const Report& report) {
  std::vector<Standing> result;
  result.reserve(report.host.runners.size());
  for (size_t i = 0; i < report.host.runners.size(); i++)
    result.push_back(standing_of(report, report.host.runners[i], match_of(report, i)));
  return result;
}

Counts count(const Report& report) {
  Counts counts;
  counts.runners = report.host.runners.size();
  for (size_t i = 0; i < counts.runners; i++) {
    const judge::Match* match = match_of(report, i);
    const Status status = status_of(match);
    const auto listing = listing_of(match);
    counts.listed += status == Status::listed;
    counts.unproven += status == Status::unproven;
    counts.unlisted += status == Status::unlisted;
    counts.not_assessed += status == Status::not_assessed;
    counts.lapsed += status == Status::listed && is_lapsed(listing, report.host.collected);
    counts.approved += status == Status::listed && is_approved(listing);
  }
  for (const judge::Finding& finding : report.verdict.findings) {
    counts.excepted += finding.excepted;
    if (finding.excepted) continue;
    counts.findings.at(static_cast<size_t>(finding.severity))++;
    counts.attention += finding.severity >= report.fail_on;
  }
  counts.gaps = report.host.gaps.size();
  counts.hiding_gaps = static_cast<size_t>(std::ranges::count_if(
      report.host.gaps, [](const facts::Gap& gap) { return gap.could_hide_runner; }));
  return counts;
}

bool incomplete(const Counts& counts) { return counts.hiding_gaps > 0; }

}  // namespace muster::report
