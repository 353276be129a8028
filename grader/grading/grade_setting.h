// What one grade works with: all that is fixed before anything of the submission is built.
#pragma once

#include <chrono>
#include <memory>

#include "base/thread_share.h"
#include "cases/preparation.h"
#include "cases/run_task.h"
#include "cases/witness.h"
#include "gpus/gpu.h"
#include "model/exercise.h"
#include "model/grade_request.h"
#include "model/machine.h"
#include "sandbox/sandbox.h"
#include "toolchain/build.h"
#include "toolchain/installation.h"

namespace warpgrade {

struct GradeSetting {
  /// Throws UsageError and GraderError. What it is given outlives it.
  GradeSetting(const GradeRequest& request, const Sandbox& sandbox, const OnProgress& progress,
               const Preparation* preparation);

  /// A task that uses two devices is graded on the engine where there is one GPU.
  Backend backend_of(const Task& task) const;

  /// That the calls of one task may take together, on the clock.
  double task_seconds() const { return request.task_seconds.value_or(lab.task_seconds); }

  /// Calls of `task` in `sandbox`; `on_case` as in TaskRun.
  TaskRun task_run(
      const Task& task, const ConstantBuilds& builds, Worker::Settings worker,
      const Sandbox& sandbox,
      std::function<void(const std::string& case_name, double seconds)> on_case = {}) const;

  const RunningGrade running;  // among those of the machine, for its share of the cores
  const std::chrono::steady_clock::time_point start = std::chrono::steady_clock::now();
  const GradeRequest& request;
  const OnProgress& progress;
  const GpuInventory gpus;
  const Sandbox sandbox;  // shows all GPUs that may be used
  const Workspace workspace;
  const Lab lab;
  const Tell tell;  // how much is told
  const Backend backend;
  const Exercise exercise;
  const Machine machine;
  const std::shared_ptr<GeneratedCases> generated;
  const Toolchain toolchain;
  const Witness witness;

 private:
  GradeSetting(const GradeRequest& request, const Sandbox& sandbox, const OnProgress& progress,
               const Preparation* preparation, const std::optional<CudaToolkit>& toolkit);
};

}  // namespace warpgrade
