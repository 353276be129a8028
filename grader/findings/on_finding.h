// What an error that the check finds costs, beside the points for a clean check.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace warpgrade {

enum class OnFinding {
  limit_races,   // a race: a quarter of the points for results, none for efficiency and speed
  check_points,  // nothing more
  fail           // any error: all points of the task
};

/// As lab.json and course.json write it: "limit races", "check points", "fail".
std::string_view name(OnFinding rule);
/// "limit-races": as options have it.
std::string option_word(OnFinding rule);
/// Of either. Nothing: no such rule.
std::optional<OnFinding> on_finding_named(std::string_view name);

}  // namespace warpgrade
