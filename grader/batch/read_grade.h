// The JSON of a grade, as the gradebook takes it.
#pragma once

#include <string>

#include "gradebook/gradebook.h"

namespace warpgrade {

/// Throws std::exception where it is no whole grade of `lab`. A task that met trouble of ours makes
/// the grade open, with the cause.
BookedGrade read_grade(const std::string& json, const std::string& lab);

}  // namespace warpgrade
