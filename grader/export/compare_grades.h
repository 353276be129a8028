// Compares grades of the same work: whose grade changed, by how much and why.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "gradebook/grade_history.h"

namespace warpgrade {

/// A changed task.
struct TaskChange {
  std::string task;
  std::string verdict_before, verdict_now;  // "": the task did not exist
  Points before, now;
  std::string why;  // "results 6 → 0 (3 of 24 cases right, 24 before); clean check 2 → 0"
};

struct GradeChange {
  BookEntry before, now;
  std::vector<TaskChange> tasks;  // the changed tasks
  std::vector<std::string> also;  // other differences: "seed 5 → 7", "machine pc07 → pc08"

  /// The change in points, relative to the current maximum; 0 if either grade is open.
  Points difference() const;
};

struct GradeComparison {
  std::size_t pairs = 0;             // number of compared pairs
  std::vector<GradeChange> changes;  // the changed grades: lower ones first, then higher ones
  std::vector<BookEntry> only_before, only_now;
  std::map<std::string, std::size_t> also;  // other differences, and the number of pairs with them
};

using GradePair = std::pair<BookEntry, BookEntry>;  // before, now
using JsonOf = std::function<std::string(const BookEntry&)>;

struct GradePairs {
  std::vector<GradePair> pairs;
  std::vector<BookEntry> only_before, only_now;
};

/// Pairs each current grade with the previous one of the same submission, or else of the submission
/// that it replaced.
GradePairs pair_with_previous(const std::vector<BookEntry>& entries);

/// Pairs the last grade up to entry `boundary` of each submission and lab (or of the submission
/// that it replaced) with the last one after it. Leaves out submissions not graded after it.
GradePairs pair_around(const std::vector<BookEntry>& entries, std::int64_t boundary);

/// Pairs the last grades of two runs. UsageError: no such run.
GradePairs pair_runs(const std::vector<BookEntry>& entries, std::int64_t before, std::int64_t now);

/// Pairs the current grades of two gradebooks by student, lab and attempt.
GradePairs pair_books(const std::vector<BookEntry>& before, const std::vector<BookEntry>& now);

/// Reads the tasks of two grades only if their points, verdicts or states differ.
GradeComparison compare_grades(const GradePairs& pairs, const JsonOf& load_json);

/// One row per change; UTF-8.
std::string comparison_csv(const GradeComparison& comparison);

/// docs/export.md describes the fields.
std::string comparison_json(const GradeComparison& comparison);

}  // namespace warpgrade
