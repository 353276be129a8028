// Speed that earns points: a submission's function beside its baseline, on a GPU, in one run.
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
  const Toolchain& toolchain;  // that built the submission
  Worker::Settings worker;     // of the submission; its executable is the case's build
  double task_seconds = 0;     // on the clock, for all timed calls of a task; 0: any time
};

/// A task whose speed is asked for, and where what was measured goes: one entry of `results` for
/// each of its performances.
struct TimedTask {
  const Task& task;
  std::vector<PerformanceResult>& results;
};

class SpeedMeter {
 public:
  explicit SpeedMeter(const SpeedPlan& plan);
  ~SpeedMeter();

  /// Builds the baselines and the referee, and makes problems: work for the CPU, to be done beside
  /// other builds. Throws GraderError.
  void build();

  /// Lets the referee, and the programs that are compared with, open the first of the devices,
  /// which are ours from now on, while the caller does something else. Throws GraderError.
  void open(const GpusInUse& gpus);

  /// Measures them, while the devices are ours. `builds`: of the submission. `on_step` is told of
  /// each measurement. Throws GraderError.
  void measure(const std::vector<TimedTask>& tasks, const ConstantBuilds& builds,
               const GpusInUse& gpus, const std::function<void(const std::string&)>& on_step);

  /// Ends all processes that are on the devices, before somebody else gets these.
  void close();

  /// When the devices are no longer needed: what is left of verifying the results that were timed.
  /// Throws GraderError.
  void verify();

  /// What measuring took, by what it went to (docs/grade.schema.json), once closed.
  const std::map<std::string, double>& seconds() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace warpgrade
