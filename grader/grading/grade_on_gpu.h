// The part of a grade that holds GPUs while other grades wait.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "grading/grade_cases.h"
#include "grading/grade_setting.h"
#include "model/phase_seconds.h"
#include "speed/speed.h"

namespace warpgrade {

/// Waits for GPUs, runs the cases there, and lets `meter`, unless it is null, time the correct
/// tasks. Adds the GPUs to `environment` and the kernels' resources to `builds`. Leaves nothing on
/// the devices. Returns `meter`, which has results to verify.
std::unique_ptr<SpeedMeter> grade_on_gpu(const GradeSetting& setting, Builds& builds,
                                         std::unique_ptr<SpeedMeter> meter, PhaseSeconds& phases,
                                         std::map<std::string, std::string>& environment,
                                         std::vector<TaskState>& tasks);

}  // namespace warpgrade
