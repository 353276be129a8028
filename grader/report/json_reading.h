// A grade as json.h writes it, read again.
#pragma once

#include <string>

#include "judge/result.h"

namespace warpgrade {

/// What the JSON holds; titles, sources, costs and printed text are not in it. Throws
/// std::exception where it is no grade.
GradeResult grade_of_json(const std::string& text);

}  // namespace warpgrade
