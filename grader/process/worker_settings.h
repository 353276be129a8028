// Limits and environment of workers. The executable is set per case.
#pragma once

#include <cstddef>

#include "model/grade_request.h"
#include "process/worker.h"

namespace warpgrade {

/// Settings for the calls of a grade.
Worker::Settings settings_for_run(const GradeRequest& request, const Lab& lab, Backend backend);

/// Settings for the calls of the check, with that many engine threads. `hung`: the task did not
/// return without the check.
Worker::Settings settings_for_check(const GradeRequest& request, const Lab& lab, bool hung,
                                    std::size_t engine_threads);

}  // namespace warpgrade
