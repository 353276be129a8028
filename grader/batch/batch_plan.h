// Lists the grades that a batch must compute.
#pragma once

#include <cstdint>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "gradebook/grade_history.h"
#include "gradebook/gradebook.h"
#include "import/submission.h"

namespace warpgrade {

/// One lab of one attempt.
struct PlannedGrade {
  Attempt attempt;
  std::int64_t submission = 0;
  std::string lab;
  std::string content;           // the hash of the files
  std::filesystem::path folder;  // the files as graded
  std::string report;            // its path in --out, without extension
  std::uint64_t seed = 0;        // the seed of the submission's wave
};

/// Adds the attempts to `book`, copies their files to `out`/content, and lists the grades to
/// compute.
std::vector<PlannedGrade> plan_grades(const Imported& imported,
                                      const std::vector<std::string>& labs,
                                      const std::filesystem::path& out, Gradebook& book);

/// Lists all current submissions stored in `out`, to regrade them without the original files.
std::vector<PlannedGrade> plan_regrade(const GradeHistory& history,
                                       const std::vector<std::string>& labs,
                                       const std::filesystem::path& out);

/// Lists what an earlier batch left ungraded, for students with nothing in `planned`: open grades
/// and attempts of a stopped batch. With `decided`, also files chosen by an instructor whose
/// hand-ins are still unusable by themselves.
std::vector<PlannedGrade> plan_unfinished(const GradeHistory& history, const Imported& imported,
                                          const std::vector<PlannedGrade>& planned,
                                          const std::vector<std::string>& labs,
                                          const std::filesystem::path& out, bool decided);

/// A hash of everything besides the submission that affects a grade: the program, its libraries and
/// the labs.
std::string hash_grader(const std::filesystem::path& root, const std::filesystem::path& program);

}  // namespace warpgrade
