// A student's own grades, kept next to the work: DIR/.warpgrade/LAB.jsonl, one line per grade. No
// grade depends on it.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "model/result.h"
#include "report/style.h"

namespace warpgrade {

struct PastTask {
  std::string task, verdict;
  bool written = true;
  Points points, pending, max_points;
  double ratio = 0;  // the best speed relative to its baseline; 0: not measured
};

struct PastGrade {
  std::string time;  // "2026-11-25 02:24", local time
  std::string backend, real;
  std::vector<PastTask> tasks;  // the graded ones
};

PastGrade past_grade(const GradeResult& grade, const std::string& time);

/// The file with the grades of that lab's work in `folder`.
std::filesystem::path history_file(const std::filesystem::path& folder, const std::string& lab);

/// The oldest first. Invalid lines are skipped; without a file there are no grades.
std::vector<PastGrade> read_history(const std::filesystem::path& file);

/// Removes the oldest if there are very many. Throws GraderError if writing fails.
void add_to_history(const std::filesystem::path& file, const PastGrade& grade);

/// A few lines for the end of a report: changes since the last grade and relative to the best.
/// Empty for the first grade.
std::string since_last_time(const std::vector<PastGrade>& before, const PastGrade& now,
                            const Style& style);

/// The whole history: the best result of each task, then the grades with their changes, newest
/// first.
std::string render_history(const std::string& lab, const std::vector<PastGrade>& history,
                           std::size_t most, const Style& style);

}  // namespace warpgrade
