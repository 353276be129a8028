// Rounds of samples: windows of the submission's process, the baseline's and an empty one alternate
// on the device.
#pragma once

#include <functional>

#include "measure/comparison.h"
#include "speed/speed_session.h"
#include "speed/timing_setup.h"

namespace warpgrade {

class SpeedRounds {
 public:
  /// Without a referee all windows run on host memory.
  SpeedRounds(const GpusInUse& gpus, std::uint64_t seed, Referee* referee);

  TimedProcesses& processes() { return session_.processes; }

  /// Ends the submission's processes and times some windows of trusted programs. measure_round()
  /// calls it if necessary.
  void calibrate(TimingSetup& setup);

  /// Measures one round, which ends when `enough` accepts its samples or at the maximum number of
  /// windows. `again`: not the measurement's first round. Without a baseline, all its times are
  /// `floor` seconds. Every result of the submission is verified, or left to verify_rest() if the
  /// referee has accepted it. Throws FailedCall and GraderError.
  SampleRound measure_round(TimingSetup& setup, bool again,
                            const std::function<bool(const SampleRound&)>& enough);

  /// Seconds spent in functions so far.
  double kernel_seconds() const { return session_.kernel_seconds; }

 private:
  SpeedSession session_;
};

}  // namespace warpgrade
