// RFC 3339 both ways.
#include "base/time.h"

#include "base/text.h"

#include <fmt/format.h>

namespace muster {
namespace {

using std::chrono::year_month_day;

// The number in a fixed field of the text.
std::optional<int> field(std::string_view text, size_t begin, size_t length) {
  if (text.size() < begin + length) return std::nullopt;
  const auto number = parse_number(text.substr(begin, length));
  if (!number) return std::nullopt;
  return static_cast<int>(*number);
}

std::optional<std::chrono::sys_days> day_of(std::string_view text) {
  const auto year = field(text, 0, 4), month = field(text, 5, 2), day = field(text, 8, 2);
  if (!year || !month || !day || text[4] != '-' || text[7] != '-') return std::nullopt;
  const year_month_day date{std::chrono::year{*year},
                            std::chrono::month(static_cast<unsigned>(*month)),
                            std::chrono::day(static_cast<unsigned>(*day))};
  if (!date.ok()) return std::nullopt;
  return std::chrono::sys_days{date};
}

// "Z", "+02:00", "-0530": the seconds to take away to reach UTC.
std::optional<std::chrono::seconds> offset_of(std::string_view zone) {
  if (zone == "Z" || zone == "z") return std::chrono::seconds{0};
  if (zone.size() < 5 || (zone[0] != '+' && zone[0] != '-')) return std::nullopt;
  const bool colon = zone[3] == ':';
  const auto hours = field(zone, 1, 2), minutes = field(zone, colon ? 4 : 3, 2);
  if (!hours || !minutes || *hours > 23 || *minutes > 59 || zone.size() != (colon ? 6U : 5U))
    return std::nullopt;
  const auto offset = std::chrono::hours{*hours} + std::chrono::minutes{*minutes};
  return zone[0] == '+' ? offset : -offset;
}

}  // namespace

std::string date_of(Time time) {
  const year_month_day date{std::chrono::floor<std::chrono::days>(time)};
  return fmt::format("{:04}-{:02}-{:02}", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()));
}

std::string to_string(Time time) {
  const std::chrono::hh_mm_ss clock{time - std::chrono::floor<std::chrono::days>(time)};
  return fmt::format("{}T{:02}:{:02}:{:02}Z", date_of(time), clock.hours().count(),
                     clock.minutes().count(), clock.seconds().count());
}

Result<Time> parse_date(std::string_view text) {
  const auto day = day_of(text);
  if (!day || text.size() != 10)
    return fail(Errc::malformed, fmt::format("\"{}\" is not a date", visible(text)),
                "write it as 2026-11-30");
  return Time{*day};
}

Result<Time> parse_time(std::string_view text) {
  const auto wrong = [&] {
    return fail(Errc::malformed, fmt::format("\"{}\" is not a time", visible(text)),
                "write it as 2026-11-30T12:00:00Z");
  };
  const auto day = day_of(text);
  const auto hour = field(text, 11, 2), minute = field(text, 14, 2), second = field(text, 17, 2);
  if (!day || !hour || !minute || !second || *hour > 23 || *minute > 59 || *second > 60)
    return wrong();
  if ((text[10] != 'T' && text[10] != 't' && text[10] != ' ') || text[13] != ':' || text[16] != ':')
    return wrong();
  std::string_view zone = text.substr(19);
  if (zone.starts_with('.')) {
    const size_t end = zone.find_first_not_of("0123456789", 1);
    if (end == 1 || end == zone.npos) return wrong();
    zone.remove_prefix(end);
  }
  const auto offset = offset_of(zone);
  if (!offset) return wrong();
  return Time{*day} + std::chrono::hours{*hour} + std::chrono::minutes{*minute} +
         std::chrono::seconds{*second} - *offset;
}

}  // namespace muster
