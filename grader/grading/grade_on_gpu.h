// The part of a grade for which it holds GPUs: while others wait.
#pragma once

#include <memory>
#include <vector>

#include "grading/grade_cases.h"
#include "grading/grade_setting.h"
#include "model/phase_seconds.h"
#include "model/result.h"
#include "speed/speed.h"

namespace warpgrade {

/// Waits for GPUs, runs the cases there and lets `meter`, unless it is null, time what is right.
/// The results are put into `result` and `ran`, and what ptxas says of the kernels into `builds`.
/// Nothing of it is left on the devices. Returns `meter`, which has results to verify.
std::unique_ptr<SpeedMeter> grade_on_gpu(const GradeSetting& setting, Builds& builds,
                                         std::unique_ptr<SpeedMeter> meter, PhaseSeconds& phases,
                                         GradeResult& result, std::vector<Ran>& ran);

}  // namespace warpgrade
