// Parses times as written by course sites and instructors.
#pragma once

#include <cstdint>
#include <ctime>
#include <optional>
#include <string>
#include <vector>

namespace warpgrade {

struct WrittenTime {
  std::tm parts{};
  bool has_seconds = false;
  std::optional<std::int64_t> offset;  // seconds east of UTC; unset: local time
};

/// A valid date and time of day, except that local clocks may skip it.
std::optional<WrittenTime> written_time(const std::string& text);

/// The instants at which local clocks show that time: one, two if clocks are set back, none if they
/// skip it.
std::vector<std::int64_t> local_instants(const std::tm& parts);

/// Seconds since 1970 of "2026-03-01T23:59", with optional seconds, and with an offset ("Z",
/// "+01:00") or in this machine's time zone. A repeated local time means the earlier one. Nothing:
/// not a time.
std::optional<std::int64_t> parse_instant(const std::string& text);

/// The reverse: "2026-03-01T22:59:00Z".
std::string utc_time(std::int64_t instant);

}  // namespace warpgrade
