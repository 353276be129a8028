// What `warpgrade check` prints: findings and costs, no grade.
#pragma once

#include <string>

#include "model/result.h"
#include "report/style.h"

namespace warpgrade {

/// Head; for each task its findings with their lines of source, then what its accesses to memory
/// cost, line by line; '\n' at its end. As safe to show as render()'s.
std::string render_check(const GradeResult& result, const Style& style);

}  // namespace warpgrade
