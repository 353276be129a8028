// All that is made before anything of a submission runs.
#pragma once

#include <memory>

#include "grading/builds.h"
#include "grading/grade_check.h"
#include "grading/grade_setting.h"
#include "model/phase_seconds.h"
#include "speed/speed.h"

namespace warpgrade {

struct Built {
  Builds builds;
  std::unique_ptr<SpeedMeter> meter;  // with what speed is compared with; null: none is measured
  CheckOutcomes ahead;                // of the check, where it was made while nvcc still worked
};

/// Builds the submission and what it is compared with, and makes the cases' problems, side by side.
/// `ahead`: on a GPU the check is made too, as soon as its builds are there.
Built build_for_grade(const GradeSetting& setting, bool ahead, PhaseSeconds& phases);

}  // namespace warpgrade
