// Graded speed: a submission's function compared with its baseline, on a GPU, in one run.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "cases/run_task.h"
#include "measure/held_gpus.h"
#include "model/result.h"
#include "speed/baseline.h"

namespace warpgrade {

struct SpeedPlan {
  Machine machine;  // its work folder is empty
  Exercise exercise;
  const Toolchain& toolchain;  // the one that built the submission
  Worker::Settings worker;     // of the submission; its executable is the case's build
  double task_seconds = 0;     // wall-clock limit of all timed calls of a task; 0: none
};

/// A task with required speed. `results` has one entry for each of its performances.
struct TimedTask {
  const Task& task;
  std::vector<PerformanceResult>& results;
};

class SpeedMeter {
 public:
  explicit SpeedMeter(const SpeedPlan& plan);
  ~SpeedMeter();

  /// Builds the baselines and the referee, and generates problems. Uses the CPU only, in parallel
  /// with other builds. Throws GraderError.
  void build();

  /// Lets the referee and the baselines open the first of the devices, which are reserved from now
  /// on, in the background. Throws GraderError.
  void open(const GpusInUse& gpus);

  /// Measures the tasks while the devices are reserved. `builds`: of the submission. `on_step` is
  /// called for each measurement. Throws GraderError.
  void measure(const std::vector<TimedTask>& tasks, const ConstantBuilds& builds,
               const GpusInUse& gpus, const std::function<void(const std::string&)>& on_step);

  /// Ends all processes on the devices before others may use these.
  void close();

  /// Called when the devices are free again: finishes verifying results of timed calls. Throws
  /// GraderError.
  void verify();

  /// Seconds of the measurement by activity (docs/grade.schema.json). Valid after close().
  const std::map<std::string, double>& seconds() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace warpgrade
