#include "findings/on_finding.h"

#include <algorithm>

namespace warpgrade {

std::string_view name(OnFinding rule) {
  switch (rule) {
    case OnFinding::check_points:
      return "check points";
    case OnFinding::fail:
      return "fail";
    default:
      return "limit races";
  }
}

std::string option_word(OnFinding rule) {
  std::string word(name(rule));
  std::replace(word.begin(), word.end(), ' ', '-');
  return word;
}

std::optional<OnFinding> parse_on_finding(std::string_view called) {
  for (const OnFinding rule : {OnFinding::limit_races, OnFinding::check_points, OnFinding::fail})
    if (called == name(rule) || called == option_word(rule)) return rule;
  return std::nullopt;
}

}  // namespace warpgrade
