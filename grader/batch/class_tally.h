// From a class's grades, one after the other, to what an instructor wants to know of them.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "batch/class_summary.h"
#include "batch/gradebook.h"

namespace warpgrade {

/// Holds of each grade a few lines, never its JSON: a class of thousands fits in memory.
class ClassTally {
 public:
  ClassTally();
  ~ClassTally();

  /// Grades by student, lab and attempt, as Gradebook::grades() gives them. `json`: the whole
  /// grade, or "" where there is none; what cannot be read in it is left out. `has_page`: the
  /// student's page is there.
  void add(const GradebookRow& row, const std::string& json, bool has_page);

  /// Statistics are of each student's last attempt at each lab. Call it once, at the end.
  ClassSummary done();

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace warpgrade
