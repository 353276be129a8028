// Reads the JSON of a grade for the gradebook.
#pragma once

#include <string>

#include "gradebook/gradebook.h"

namespace warpgrade {

/// Throws std::exception if it is not a complete grade of `lab`. If the grader failed in a task,
/// the grade is open, with the cause.
BookedGrade read_grade(const std::string& json, const std::string& lab);

}  // namespace warpgrade
