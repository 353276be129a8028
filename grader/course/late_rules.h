// Which of a student's attempts counts, and what a late one costs: the instructor's policy.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "score/points.h"

namespace warpgrade {

enum class Counts { last, best, first, last_on_time };

/// "last", "best", "first", "last-on-time"; anything else is the last one.
Counts counts_named(const std::string& name);

/// Points, or a share of what the lab is worth.
struct Amount {
  Points points;
  std::optional<double> share;  // 0 … 1; then `points` do not matter
};

/// "5", "2.5", "10%". UsageError for anything else; `option` is named in it.
Amount amount_of(const std::string& text, const std::string& option);

/// When a lab is due, and what comes later costs.
struct LateRules {
  std::optional<std::int64_t> due;     // seconds since 1970
  std::int64_t grace = 0;              // seconds after it that cost nothing
  std::optional<Amount> late_penalty;  // for each day begun
  std::optional<Amount> late_limit;    // the most that lateness costs
  std::map<std::string, std::int64_t> due_of_section = {};
};

struct CountingRules : LateRules {  // of labs that have none of their own
  Counts counts = Counts::last;
  std::map<std::string, LateRules> labs = {};

  const LateRules& of(const std::string& lab) const;
};

}  // namespace warpgrade
