// Which grades a class needs.
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
  std::string content;           // the hash of its files
  std::filesystem::path folder;  // they themselves, as they are graded
  std::string report;            // below --out, without its ending
  std::uint64_t seed = 0;        // of its wave
};

/// Enters the attempts into `book`, copies their files to `out`/content, and lists what there is to
/// grade.
std::vector<PlannedGrade> plan_grades(const Imported& imported,
                                      const std::vector<std::string>& labs,
                                      const std::filesystem::path& out, Gradebook& book);

/// The same of what `out` holds and stands now: to grade it anew nobody has to bring it again.
std::vector<PlannedGrade> planned_again(const GradeHistory& history,
                                        const std::vector<std::string>& labs,
                                        const std::filesystem::path& out);

/// What an import of only some students must not forget: of those for whom nothing is `planned` the
/// open grades, attempts of a batch that was stopped, and with `decided` files that an instructor
/// took, whose hand-ins are as unusable as before.
std::vector<PlannedGrade> plan_left_over(const GradeHistory& history, const Imported& imported,
                                         const std::vector<PlannedGrade>& planned,
                                         const std::vector<std::string>& labs,
                                         const std::filesystem::path& out, bool decided);

/// What decides about grades besides the submission: the program, what it links and the labs.
std::string hash_of_grader(const std::filesystem::path& root, const std::filesystem::path& program);

}  // namespace warpgrade
