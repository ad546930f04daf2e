// Points in time: whole seconds since the epoch, written as RFC 3339 in UTC.
#pragma once
#include "base/result.h"

#include <chrono>
#include <string>
#include <string_view>

namespace muster {

using Time = std::chrono::sys_seconds;

std::string to_string(Time time);                // "2026-11-30T19:32:16Z"
std::string date_of(Time time);                  // "2026-11-30"
Result<Time> parse_time(std::string_view text);  // RFC 3339, with Z or an offset
Result<Time> parse_date(std::string_view text);  // "2026-11-30": its first second, UTC

}  // namespace muster
