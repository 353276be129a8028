// What a child gets: limits and environment. The executable is chosen case by case.
#pragma once

#include <cstddef>

#include "judge/child.h"
#include "judge/grade.h"

namespace warpgrade {

/// For the calls of a grade.
Child::Settings settings_for_run(const GradeRequest& request, const Lab& lab, Backend backend);

/// For the calls of the check: on the CPU, with so many worker threads. `hung`: the task did not
/// come back before.
Child::Settings settings_for_check(const GradeRequest& request, const Lab& lab, bool hung,
                                   std::size_t workers);

}  // namespace warpgrade
