// Rounds of samples: a submission's process, its baseline's and one that does nothing take turns on
// the device.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/random.h"
#include "judge/baseline.h"
#include "judge/result.h"
#include "judge/timed_processes.h"
#include "judge/timing_workload.h"
#include "measure/comparison.h"
#include "measure/device_watch.h"

namespace warpgrade {

/// The submission failed in a timed call.
struct FailedCall {
  Verdict verdict;
  Causes detail;
};

/// What is the student's fault loses the points, what is our trouble leaves them open.
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

class SpeedRounds {
 public:
  /// Without a referee everything is played on the host's memory.
  SpeedRounds(SandboxFor sandbox_for, std::uint64_t seed, Referee* referee);

  TimedProcesses& contenders() { return processes_; }

  /// The device that is measured on, as the driver counts; before all else.
  void watch(int device);

  /// Some windows of ours alone; take() does it otherwise. No process of the submission is left
  /// then.
  void play_alone(TimingSetup& setup);

  /// One round; `again`: of a measurement that has had one. It ends when `enough` says so of its
  /// samples, or when it has all that it may have. Without a baseline its times are all `floor`
  /// seconds. Every result of the submission is verified, or left to verify_rest() where the
  /// referee has accepted it already. Throws FailedCall, and GraderError.
  SampleRound take(TimingSetup& setup, bool again,
                   const std::function<bool(const SampleRound&)>& enough);

  /// Seconds that functions ran so far.
  double kernel_seconds() const { return kernel_seconds_; }

 private:
  class Round;

  /// What a task's windows took; throws FailedCall where that is more than they may.
  void charge(const TaskRun& run, double seconds);

  Referee* referee_;
  TimedProcesses processes_;
  Random random_;
  std::optional<DeviceWatch> watch_;
  double kernel_seconds_ = 0;
  std::map<std::string, double> waited_for_;  // the submission, by task: seconds on the clock
};

}  // namespace warpgrade
