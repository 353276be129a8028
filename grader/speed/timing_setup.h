// One speed measurement: what is compared, and results still to be verified.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "model/result.h"
#include "process/worker.h"
#include "speed/baseline.h"
#include "speed/timing_workload.h"

namespace warpgrade {

/// The submission failed in a timed call.
struct FailedCall {
  Verdict verdict;
  Causes detail;
};

/// A fault of the submission loses the points; a failure of the grader leaves them pending.
void note_failure(PerformanceResult& result, const FailedCall& failed);

/// A submission's function in one case, and its baseline. Everything it refers to must outlive it.
struct TimingSetup {
  const TaskRun& run;
  const Case& on;
  TimingWorkload& workload;
  const Baseline* baseline;  // null: the roofline
  const Baseline& own;       // the course's solution: its process measures empty windows
  double floor;              // seconds by the roofline
  bool spot_checked = true;  // the reference also verifies results that the referee accepted

  /// Measured while no process of the submission exists that could influence it.
  struct Calibration {
    bool early = false;                        // windows are short
    std::vector<std::vector<double>> seconds;  // of each trusted window, by contender
  };
  std::optional<Calibration> calibration = {};

  /// Calls whose results only the reference verifies.
  struct Unverified {
    std::size_t problem;
    CallOutcome call;
  };
  std::vector<Unverified> unverified = {};
};

/// Verifies the unverified calls, on all cores. Throws FailedCall.
void verify_rest(TimingSetup& setup);

}  // namespace warpgrade
