// What is fixed for one grade before the submission is built.
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
  /// Throws UsageError and GraderError. The arguments outlive it.
  GradeSetting(const GradeRequest& request, const Sandbox& sandbox, const OnProgress& progress,
               const Preparation* preparation);

  /// The CPU for a task that uses more GPUs than there are.
  Backend backend_for(const Task& task) const;

  /// Wall-clock limit of all calls of one task together.
  double task_seconds() const { return request.task_seconds.value_or(lab.task_seconds); }

  /// Runs `task` in `sandbox`. `on_call` as in TaskRun.
  TaskRun task_run(const Task& task, const ConstantBuilds& builds, Worker::Settings worker,
                   const Sandbox& sandbox, std::function<void()> on_call = {}) const;

  const RunningGrade running;  // this grade's share of the machine's cores
  const std::chrono::steady_clock::time_point start = std::chrono::steady_clock::now();
  const GradeRequest& request;
  const OnProgress& progress;
  const GpuInventory gpus;
  const Sandbox sandbox;  // shows all GPUs that may be used
  const Workspace workspace;
  const Lab lab;
  const FeedbackLevel feedback;  // how much feedback students get
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
