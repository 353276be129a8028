// What a worker gets: limits and environment. The executable is chosen case by case.
#pragma once

#include <cstddef>

#include "model/grade_request.h"
#include "process/worker.h"

namespace warpgrade {

/// For the calls of a grade.
Worker::Settings settings_for_run(const GradeRequest& request, const Lab& lab, Backend backend);

/// For the calls of the check: on the CPU, with so many engine threads. `hung`: the task did not
/// come back before.
Worker::Settings settings_for_check(const GradeRequest& request, const Lab& lab, bool hung,
                                    std::size_t engine_threads);

}  // namespace warpgrade
