// The cost of an error found by the check, besides the points for a clean check.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace warpgrade {

enum class OnFinding {
  limit_races,  // a race, a store outside: a quarter of the points for results, none for efficiency
                // and speed
  check_points,  // nothing more
  fail           // any error: all points of the task
};

/// As in lab.json and course.json: "limit races", "check points", "fail".
std::string_view name(OnFinding rule);
/// "limit-races": as in command-line options.
std::string option_word(OnFinding rule);
/// Parses either form. Nothing: no such rule.
std::optional<OnFinding> parse_on_finding(std::string_view name);

}  // namespace warpgrade
