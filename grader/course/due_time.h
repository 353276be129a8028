// Due times and durations, as instructors write them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/time/instant.h"

namespace warpgrade {

/// Examples for messages about an invalid time.
inline constexpr const char* time_examples =
    "Examples: 2026-03-01T23:59, 2026-03-01T23:59+01:00, 2026-03-01T22:59Z.";

struct DueTime {
  std::optional<std::int64_t> instant;  // the last moment on time
  std::string mistake;                  // why there is none, in a sentence
  std::string remark;                   // how an ambiguous time was read, in a sentence; or ""
};

/// A due time. Without seconds it is the end of the minute. A skipped local time is a mistake; of a
/// repeated one, the later one counts.
DueTime due_time(const std::string& text);

/// The same time of day in this machine's time zone, that many days later: a day on which clocks
/// change has 23 or 25 hours.
std::int64_t days_after(std::int64_t instant, int days);

/// Parses "90 s", "5 min", "1 h", "3 d" to seconds. UsageError with `option` for anything else.
std::int64_t parse_duration(const std::string& text, const std::string& option);

/// The reverse: "5 min".
std::string duration_text(std::int64_t seconds);

/// "Sun 2026-03-01 23:59 CET", in this machine's time zone.
std::string local_time(std::int64_t instant);

/// `time` converted to the offset of `like`: "2026-03-01T23:59+01:00". Unchanged if either has no
/// offset.
std::string with_offset_like(const std::string& like, const std::string& time);

}  // namespace warpgrade
