#include "speed/speed_session.h"

#include <fmt/format.h>

#include "speed/timing_setup.h"

namespace warpgrade {

SpeedSession::SpeedSession(const GpusInUse& gpus, std::uint64_t seed, Referee* referee_of_all)
    : referee(referee_of_all),
      processes(gpus.sandbox_for, referee_of_all),
      random(derive_seed(seed, "speed/order")),
      watch(gpus.first) {}

void SpeedSession::charge(const TaskRun& run, double seconds) {
  double& all = waited_for[run.task.entry];
  all += seconds;
  if (run.seconds > 0 && all > run.seconds)
    throw FailedCall{Verdict::timeout,
                     {because("speed.out-of-time", {{"seconds", fmt::format("{:.0f}", all)}})}};
}

}  // namespace warpgrade
