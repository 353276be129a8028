// What the studies of speed share: a lab on this machine's GPU, submissions that are built for it,
// and one measurement after the other as in a grade.
#pragma once

#include <algorithm>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <random>
#include <string>

#include "base/fault.h"
#include "gpus/gpu.h"
#include "grading/builds.h"
#include "process/worker_settings.h"
#include "research/exploit_copy.h"
#include "speed/speed.h"
#include "toolchain/installation.h"

namespace warpgrade {

class SpeedSubject {
 public:
  /// Of the lab's performances those are kept that `wanted` says; the others are never prepared.
  SpeedSubject(const std::string& lab,
               const std::function<bool(const Task&, std::size_t index)>& wanted)
      : gpus_(find_gpus()),
        sandbox_(Sandbox(std::filesystem::current_path(), true).showing(gpu_view(gpus_.gpus))),
        lab_(load_lab(std::filesystem::current_path(), lab)),
        toolkit_(find_cuda_toolkit()),
        toolchain_(std::filesystem::current_path(), workspace_.path(), sandbox_) {
    if (gpus_.gpus.empty() || !toolkit_) throw GraderError("it takes a GPU and nvcc");
    std::size_t measured = 0;
    for (Task& task : lab_.tasks) {
      std::vector<Performance> kept;
      for (std::size_t i = 0; i < task.performance.size(); ++i) {
        // What needs more GPUs than one is not measured here.
        if (task.devices <= 1 && wanted(task, i)) kept.push_back(task.performance[i]);
      }
      task.performance = std::move(kept);
      measured += task.performance.size();
    }
    if (measured == 0)
      throw UsageError("no such task or performance", "See labs/" + lab + "/lab.json.");
    request_.root = std::filesystem::current_path();
    request_.lab = lab;
    request_.check = false;
  }

  const Lab& lab() const { return lab_; }
  const Sandbox& sandbox() const { return sandbox_; }
  const Toolchain& toolchain() const { return toolchain_; }

  /// Throws GraderError where it does not compile. `name`: no other's.
  Builds build(const std::string& name, const std::filesystem::path& folder) {
    const std::filesystem::path work = workspace_.path() / name;
    request_.submission = work / "submission";
    copy_exploit(folder, request_.submission);
    const Toolchain toolchain(std::filesystem::current_path(), work, sandbox_);
    Builds builds =
        build_all(machine(), toolchain, lab_, request_, {.backend = Backend::cuda, .speed = true});
    if (builds.submission.verdict != Verdict::ok)
      throw GraderError(name + " does not compile:\n" + builds.submission.output);
    return builds;
  }

  /// With a work folder of its own.
  Machine machine() {
    return Machine{std::filesystem::current_path(), sandbox_, toolkit_,
                   gpus_.gpus.front().capability(), workspace_.path()}
        .in("meter" + std::to_string(++folders_));
  }

  Worker::Settings settings() const { return settings_for_run(request_, lab_, Backend::cuda); }

  /// The task with its i-th performance alone.
  static Task only(Task task, std::size_t i) {
    task.performance = {task.performance[i]};
    return task;
  }

  /// Of a task with one performance, before it is measured.
  static PerformanceResult blank(const Task& task) {
    const Performance& p = task.performance.front();
    constexpr const char* names[] = {"cpu", "library", "solution", "roofline"};
    PerformanceResult result;
    result.name = p.on.name;
    result.against = names[static_cast<int>(p.against)];
    result.max_points = Points::hundredths(p.points_hundredths);
    return result;
  }

  PerformanceResult measure(const Task& task, const Builds& builds) {
    std::vector<PerformanceResult> results = {blank(task)};
    meter().measure({{task, results}}, builds.run,
                    {[this](int) { return sandbox_; }, gpus_.gpus.front().number},
                    [](const std::string&) {});
    meter().verify();
    return results.front();
  }

 private:
  SpeedMeter& meter() {
    if (meter_) return *meter_;
    meter_ = std::make_unique<SpeedMeter>(
        SpeedPlan{.machine = machine(),
                  .exercise = {lab_, find_reference(lab_.name), Real::f32, std::random_device{}()},
                  .toolchain = toolchain_,
                  .worker = settings()});
    meter_->build();
    return *meter_;
  }

  const GpuInventory gpus_;
  const Sandbox sandbox_;
  Workspace workspace_;
  Lab lab_;
  const std::optional<CudaToolkit> toolkit_;
  const Toolchain toolchain_;
  GradeRequest request_;
  std::unique_ptr<SpeedMeter> meter_;
  int folders_ = 0;
};

}  // namespace warpgrade
