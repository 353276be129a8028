// Points in time, as sites and instructors write them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace warpgrade {

/// What a message about a time that cannot be read shows.
inline constexpr const char* time_examples =
    "Examples: 2026-03-01T23:59, 2026-03-01T23:59+01:00, 2026-03-01T22:59Z.";

/// Seconds since 1970 of "2026-03-01T23:59", with seconds or not, and with an offset ("Z",
/// "+01:00") or in this machine's own time zone. Of a local time that occurs twice the earlier one.
/// Nothing: it is not a time.
std::optional<std::int64_t> instant_of(const std::string& text);

struct DueTime {
  std::optional<std::int64_t> instant;  // the last moment that is on time
  std::string mistake;                  // why there is none, a sentence
  std::string remark;                   // what was decided, a sentence; or ""
};

/// When something is due: to the end of the minute where no seconds are written. A local time that
/// clocks skip is a mistake; of one that occurs twice the later one counts.
DueTime due_time(const std::string& text);

/// Seconds of "90 s", "5 min", "1 h". UsageError for anything else; `option` is named in it.
std::int64_t duration_of(const std::string& text, const std::string& option);

/// Likewise: "5 min".
std::string duration_text(std::int64_t seconds);

/// The same instant as `time` with the offset that `like` has: "2026-03-01T23:59+01:00". `time`
/// itself where either has none.
std::string with_offset_of(const std::string& like, const std::string& time);

}  // namespace warpgrade
