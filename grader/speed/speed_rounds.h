// Rounds of samples: the submission's process, the baseline's and one with empty windows take turns
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

  /// Ends the submission's processes and times some windows of our programs. measure_round() does
  /// it if it was not done.
  void calibrate(TimingSetup& setup);

  /// One round, which ends when `enough` accepts its samples or at the most windows of a round.
  /// `again`: not the measurement's first round. Without a baseline its times are all `floor`
  /// seconds. Every result of the submission is verified, or left to verify_rest() if the referee
  /// has accepted it. Throws FailedCall and GraderError.
  SampleRound measure_round(TimingSetup& setup, bool again,
                            const std::function<bool(const SampleRound&)>& enough);

  /// Seconds spent in functions so far.
  double kernel_seconds() const { return session_.kernel_seconds; }

 private:
  SpeedSession session_;
};

}  // namespace warpgrade
