// A grade as json.h writes it, read again: by all who read grades.
#pragma once

#include <string>

#include "model/result.h"

namespace warpgrade {

/// What the JSON holds; titles, sources, costs and printed text are not in it. Of grades of earlier
/// versions what is missing is left out. Throws std::exception where it is no grade.
GradeResult parse_grade(const std::string& text);

/// The same of one that has just been written: throws where something is missing, too, or its
/// points do not add up.
GradeResult parse_whole_grade(const std::string& text);

}  // namespace warpgrade
