// A student's own grades, kept beside the work: DIR/.warpgrade/LAB.jsonl, a line each. No grade
// depends on it.
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
  double ratio = 0;  // the best speed over its baseline's; 0: not measured
};

struct PastGrade {
  std::string time;  // "2026-11-25 02:24", where it was made
  std::string backend, real;
  std::vector<PastTask> tasks;  // those that were graded
};

PastGrade past_grade(const GradeResult& grade, const std::string& time);

/// Where the grades of that lab's work in `folder` are kept.
std::filesystem::path history_file(const std::filesystem::path& folder, const std::string& lab);

/// The oldest first. Lines that are none are left out; no file: no grades.
std::vector<PastGrade> read_history(const std::filesystem::path& file);

/// The oldest are forgotten where there are very many. Throws GraderError when it cannot be
/// written.
void add_to_history(const std::filesystem::path& file, const PastGrade& grade);

/// A few lines for the end of a report: what is other than the last time, and than the best. "" for
/// the first grade.
std::string since_last_time(const std::vector<PastGrade>& before, const PastGrade& now,
                            const Style& style);

/// All of it: the best of each task, then the grades with what changed, the newest first.
std::string render_history(const std::string& lab, const std::vector<PastGrade>& history,
                           std::size_t most, const Style& style);

}  // namespace warpgrade
