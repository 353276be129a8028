// What the rounds of all measurements of a grade share.
#pragma once

#include <map>
#include <string>

#include "base/random.h"
#include "cases/run_task.h"
#include "measure/device_watch.h"
#include "measure/held_gpus.h"
#include "process/referee.h"
#include "speed/timed_processes.h"

namespace warpgrade {

struct SpeedSession {
  SpeedSession(const GpusInUse& gpus, std::uint64_t seed, Referee* referee_of_all);

  /// What a task's windows took; throws FailedCall where that is more than they may.
  void charge(const TaskRun& run, double seconds);

  Referee* const referee;  // null: everything is played on the host's memory
  TimedProcesses processes;
  Random random;
  const DeviceWatch watch;
  double kernel_seconds = 0;                 // that functions ran
  std::map<std::string, double> waited_for;  // the submission, by task: seconds on the clock
};

}  // namespace warpgrade
