// Two grades of the same thing beside each other: whose rose or fell, by how much and why.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "gradebook/grade_history.h"

namespace warpgrade {

/// One task of which something is not as before.
struct TaskChange {
  std::string task;
  std::string verdict_before, verdict_now;  // "": there was no such task
  Points before, now;
  std::string why;  // "results 6 → 0 (3 of 24 cases right, 24 before); clean check 2 → 0"
};

struct GradeChange {
  BookEntry before, now;
  std::vector<TaskChange> tasks;  // those that are not as before
  std::vector<std::string> also;  // what else differs: "seed 5 → 7", "machine pc07 → pc08"

  /// The points that the change is worth, of the maximum that holds now; 0 where one of the two is
  /// open.
  Points difference() const;
};

struct GradeComparison {
  std::size_t pairs = 0;             // compared
  std::vector<GradeChange> changes;  // those that are not the same: fallen first, then risen
  std::vector<BookEntry> only_before, only_now;
  std::map<std::string, std::size_t> also;  // what else differs, in how many of all pairs
};

using GradePair = std::pair<BookEntry, BookEntry>;  // before, now
using JsonOf = std::function<std::string(const BookEntry&)>;

struct GradePairs {
  std::vector<GradePair> pairs;
  std::vector<BookEntry> only_before, only_now;
};

/// Of what stands now each grade beside the one before it: of the same submission, else of the one
/// that it came in place of.
GradePairs last_two(const std::vector<BookEntry>& entries);

/// Of each submission and lab the last grade up to entry `boundary`, else that of what it came in
/// place of, beside the last one after it; what was not graded after it is left out.
GradePairs around(const std::vector<BookEntry>& entries, std::int64_t boundary);

/// The last grades of two runs. UsageError: no such run.
GradePairs of_runs(const std::vector<BookEntry>& entries, std::int64_t before, std::int64_t now);

/// What stands in two gradebooks, by student, lab and attempt.
GradePairs of_books(const std::vector<BookEntry>& before, const std::vector<BookEntry>& now);

/// The tasks of a grade are read where points, verdicts or state of the two differ.
GradeComparison compare_grades(const GradePairs& pairs, const JsonOf& json_of);

/// A line for each change; UTF-8.
std::string comparison_csv(const GradeComparison& comparison);

/// docs/export.md says what is in it.
std::string comparison_json(const GradeComparison& comparison);

}  // namespace warpgrade
