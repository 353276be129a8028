// Rounds of samples: a submission's process, its baseline's and one that does nothing take turns on
// the device.
#pragma once

#include <functional>

#include "measure/comparison.h"
#include "speed/speed_session.h"
#include "speed/timing_setup.h"

namespace warpgrade {

class SpeedRounds {
 public:
  /// Without a referee everything is played on the host's memory.
  SpeedRounds(const GpusInUse& gpus, std::uint64_t seed, Referee* referee);

  TimedProcesses& processes() { return session_.processes; }

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
  double kernel_seconds() const { return session_.kernel_seconds; }

 private:
  SpeedSession session_;
};

}  // namespace warpgrade
