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
/// "+01:00") or in this machine's own time zone. Nothing: it is not a time.
std::optional<std::int64_t> instant_of(const std::string& text);

/// The same instant as `time` with the offset that `like` has: "2026-03-01T23:59+01:00". `time`
/// itself where either has none.
std::string with_offset_of(const std::string& like, const std::string& time);

}  // namespace warpgrade
