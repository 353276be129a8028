// The output of `warpgrade check`: findings and costs, no grade.
#pragma once

#include <string>

#include "model/result.h"
#include "report/style.h"

namespace warpgrade {

/// A header; for each task its findings with source lines, then the costs of its memory accesses
/// line by line; ends in '\n'. As safe to display as render()'s output.
std::string render_check(const GradeResult& result, const Style& style);

}  // namespace warpgrade
