// Reads grades written by json.h.
#pragma once

#include <string>

#include "model/result.h"

namespace warpgrade {

/// Parses the JSON, which has no titles, sources, costs or printed text. Values missing in earlier
/// versions stay empty. Throws std::exception if it is not a grade.
GradeResult parse_grade(const std::string& text);

/// The same for a grade that was just written: also throws if something is missing, or its points
/// do not add up.
GradeResult parse_whole_grade(const std::string& text);

}  // namespace warpgrade
