// The instructor's policy: which attempt counts, and the late penalty.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

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

/// A later due time for one student or team.
struct Extension {
  std::optional<std::int64_t> due;  // seconds since 1970
  std::int64_t longer = 0;          // else: seconds after the due time
};

/// Days that students may be late without a penalty.
struct LateDays {
  int budget = 0;   // of each student, for all labs
  int per_lab = 0;  // at most for one lab; 0: no limit
};

/// What is left of a student's late days at a lab.
struct FreeDays {
  int used = 0, left = 0;  // at this lab, after it
};

/// A lab's due date and late penalty.
struct LateRules {
  std::optional<std::int64_t> due;     // seconds since 1970
  std::optional<std::int64_t> opens;   // when the lab is handed out; seconds since 1970
  std::int64_t grace = 0;              // seconds after `due` without penalty
  std::optional<Amount> late_penalty;  // per day begun
  std::optional<Amount> late_limit;    // the largest penalty
  std::optional<std::int64_t> requests_until = {};  // students may ask for a regrade until then
  std::map<std::string, std::int64_t> section_due = {};
  std::map<std::string, Extension> extensions = {};  // by id, login, address, name or team
};

struct CountingRules : LateRules {  // for labs without their own rules
  Counts counts = Counts::last;
  std::map<std::string, LateRules> labs = {};
  LateDays late_days;
  std::map<std::string, double> time_factors = {};  // by id, login, address, name or team

  // What rules_for_class() finds out.
  bool for_class = false;
  std::map<std::string, std::set<std::string>> named = {};  // ids by name of an entry above
  std::map<std::string, std::string> misnamed = {};         // entries without effect, and why
  std::map<std::pair<std::string, std::string>, FreeDays> free_days = {};  // by student and lab

  const LateRules& of(const std::string& lab) const;
};

}  // namespace warpgrade
