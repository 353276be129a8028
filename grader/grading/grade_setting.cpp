#include "grading/grade_setting.h"

#include <algorithm>
#include <random>
#include <utility>

#include "base/fault.h"
#include "cases/select.h"
#include "grading/builds.h"
#include "grading/redact.h"

namespace warpgrade {
namespace {

std::uint64_t secret_seed() {
  std::random_device device;
  return (static_cast<std::uint64_t>(device()) << 32) | device();
}

/// The lab with those of its tasks; with all if `tasks` is empty.
Lab with_only_tasks(Lab lab, const std::vector<std::string>& tasks) {
  if (tasks.empty()) return lab;
  std::erase_if(lab.tasks, [&](const Task& task) {
    return std::find(tasks.begin(), tasks.end(), task.entry) == tasks.end();
  });
  return lab;
}

Backend choose_backend(std::optional<Backend> asked, const GpuInventory& gpus, bool toolkit) {
  const bool gpu = !gpus.gpus.empty() && toolkit;
  const Backend backend = asked.value_or(gpu ? Backend::cuda : Backend::cpu);
  if (backend == Backend::cpu) return backend;
  if (gpus.gpus.empty()) {
    throw GraderError(
        "no GPU to grade on: " + gpus.why_none,
        "Use --backend cpu (BACKEND=cpu with make): correctness is graded in full there.");
  }
  if (!toolkit) {
    throw GraderError("no nvcc to build for the GPU with",
                      "Put nvcc on PATH or set CUDA_HOME, or use --backend cpu.");
  }
  return backend;
}

}  // namespace

GradeSetting::GradeSetting(const GradeRequest& asked, const Sandbox& all,
                           const OnProgress& report_progress, const Preparation* preparation)
    : GradeSetting(asked, all, report_progress, preparation,
                   preparation ? preparation->toolkit() : find_cuda_toolkit()) {}

GradeSetting::GradeSetting(const GradeRequest& asked, const Sandbox& all,
                           const OnProgress& report_progress, const Preparation* preparation,
                           const std::optional<CudaToolkit>& toolkit)
    : request(asked),
      progress(report_progress),
      gpus(find_gpus()),
      sandbox(all.showing(gpu_view(gpus.gpus))),
      lab(preparation ? with_only_tasks(preparation->lab(), asked.tasks) : requested_lab(asked)),
      feedback(effective_feedback(lab, asked.feedback, asked.instructors)),
      backend(choose_backend(asked.backend, gpus, toolkit.has_value())),
      exercise{lab, find_reference(asked.lab), asked.real,
               asked.seed ? *asked.seed : secret_seed()},
      machine{.root = asked.root,
              .sandbox = sandbox,
              .toolkit = toolkit,
              .capability =
                  backend == Backend::cuda ? gpus.gpus.front().capability() : usual_capability,
              .work = workspace.path()},
      generated(preparation ? preparation->generated() : single_grade_cases(backend)),
      toolchain(asked.root, workspace.path(), sandbox),
      witness(machine.in("witness"), lab, asked.real) {
  make_missing_data(lab, request, progress);
}

Backend GradeSetting::backend_for(const Task& task) const {
  const bool enough = static_cast<std::size_t>(task.devices) <= gpus.gpus.size();
  return backend == Backend::cuda && !enough ? Backend::cpu : backend;
}

TaskRun GradeSetting::task_run(const Task& task, const ConstantBuilds& builds,
                               Worker::Settings worker, const Sandbox& shown,
                               std::function<void()> on_call) const {
  return {.exercise = exercise,
          .task = task,
          .sandbox = shown,
          .toolchain = toolchain,
          .builds = builds,
          .worker = std::move(worker),
          .on_call = std::move(on_call),
          .generated = generated.get(),
          .witness = &witness,
          .seconds = task_seconds()};
}

}  // namespace warpgrade
