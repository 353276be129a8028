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

  /// Adds the time of a task's window. Throws FailedCall if the task has used up its time.
  void charge(const TaskRun& run, double seconds);

  Referee* const referee;  // null: all windows run on host memory
  TimedProcesses processes;
  Random random;
  const DeviceWatch watch;
  double kernel_seconds = 0;                 // spent in functions
  std::map<std::string, double> waited_for;  // wall-clock seconds of the submission, by task
};

}  // namespace warpgrade
