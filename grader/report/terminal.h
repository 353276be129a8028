// The report that a student reads.
#pragma once

#include <string>

#include "judge/result.h"
#include "report/style.h"

namespace warpgrade {

/// Head, tasks, what is open, total, and what to do next; '\n' at its end. Whatever `grade` holds,
/// no control character but '\n' and, with style.colour, our own colours are in it.
std::string render(const GradeResult& grade, const Style& style);

}  // namespace warpgrade
