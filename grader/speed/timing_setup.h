// One measurement of speed: what is timed beside what, and the results that are not verified yet.
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

/// The student's fault loses the points; a failure of ours leaves them open.
void note_failure(PerformanceResult& result, const FailedCall& failed);

/// One measurement: a submission's function in a case beside its baseline. What it refers to
/// outlives it.
struct TimingSetup {
  const TaskRun& run;
  const Case& on;
  TimingWorkload& workload;
  const Baseline* baseline;  // null: the roofline
  const Baseline& own;       // the course's solution: its process shows what a window costs
  double floor;              // seconds by the roofline
  bool spot_checked = true;  // the reference verifies a result that the referee has accepted

  /// What is found when no process of the submission exists: it has no say in this.
  struct Alone {
    bool early = false;                        // windows are short
    std::vector<std::vector<double>> seconds;  // of each window of ours, by contender
  };
  std::optional<Alone> alone = {};

  /// Calls whose results only the reference verifies.
  struct Unverified {
    std::size_t problem;
    CallOutcome call;
  };
  std::vector<Unverified> unverified = {};
};

/// Verifies what is left over, on all cores. Throws FailedCall.
void verify_rest(TimingSetup& setup);

}  // namespace warpgrade
