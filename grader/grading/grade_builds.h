// Builds everything before the submission runs.
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
  std::unique_ptr<SpeedMeter> meter;  // with the baselines; null: no speed is measured
  CheckOutcomes ahead;                // of checks that ran while nvcc was still compiling
};

/// Builds the submission and its baselines and generates the cases' problems, in parallel. `ahead`:
/// on a GPU machine, also runs the check as soon as its builds are ready.
Built build_for_grade(const GradeSetting& setting, bool ahead, PhaseSeconds& phases);

}  // namespace warpgrade
