// The instructor's policy: which attempt counts, and the late penalty.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "score/points.h"

namespace warpgrade {

enum class Counts { last, best, first, last_on_time };

/// Parses "last", "best", "first" or "last-on-time"; anything else means last.
Counts parse_counts(const std::string& name);

/// Points, or a share of the lab's points.
struct Amount {
  Points points;
  std::optional<double> share;  // 0 … 1; if set, `points` is ignored
};

/// Parses "5", "2.5" or "10%". UsageError with `option` for anything else.
Amount parse_amount(const std::string& text, const std::string& option);

/// A lab's due date and late penalty.
struct LateRules {
  std::optional<std::int64_t> due;     // seconds since 1970
  std::int64_t grace = 0;              // seconds after `due` without penalty
  std::optional<Amount> late_penalty;  // per day begun
  std::optional<Amount> late_limit;    // the largest penalty
  std::map<std::string, std::int64_t> section_due = {};
};

struct CountingRules : LateRules {  // for labs without their own rules
  Counts counts = Counts::last;
  std::map<std::string, LateRules> labs = {};

  const LateRules& of(const std::string& lab) const;
};

}  // namespace warpgrade
