// Which grades a class needs.
#pragma once

#include <cstdint>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "batch/gradebook.h"
#include "batch/submission.h"

namespace warpgrade {

/// One lab of one attempt.
struct PlannedGrade {
  Attempt attempt;
  std::int64_t submission = 0;
  std::string lab;
  std::string content;           // the hash of its files
  std::filesystem::path folder;  // they themselves, as they are graded
  std::string report;            // below --out, without its ending
};

/// The labs that there are.
std::vector<std::string> labs_in(const std::filesystem::path& root);

/// Enters the attempts into `book`, copies their files to `out`/content, and lists what there is to
/// grade. An attempt that holds none of `labs` goes to imported.unmatched.
std::vector<PlannedGrade> plan_grades(Imported& imported, const std::vector<std::string>& labs,
                                      const std::filesystem::path& out, Gradebook& book);

/// `id` as a file name: what may not stand in one is replaced, and different ids stay different.
std::string file_name_for(const std::string& id);

/// What decides about grades besides the submission: the program, what it links and the labs.
std::string hash_of_grader(const std::filesystem::path& root, const std::filesystem::path& program);

}  // namespace warpgrade
