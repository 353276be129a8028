// Speed that earns points: a submission's function beside its baseline, on a GPU, in one run.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "judge/baseline.h"
#include "judge/result.h"
#include "judge/run_task.h"
#include "lab/ceilings.h"
#include "measure/frame.h"
#include "measure/nvml.h"

namespace warpgrade {

struct SpeedPlan {
  std::filesystem::path root;
  const Lab& lab;
  const Oracle& oracle;
  Real real;
  std::uint64_t seed;
  const Sandbox& sandbox;
  const Toolchain& toolchain;
  const CudaToolkit& toolkit;
  int capability;
  std::filesystem::path work;  // an empty folder
  Child::Settings child;       // of the submission; its executable is the case's build
};

class SpeedMeter {
 public:
  explicit SpeedMeter(const SpeedPlan& plan);
  ~SpeedMeter();

  /// Builds the baselines and what the device's ceilings are measured with: work for the CPU, to be
  /// done beside other builds. Throws GraderError.
  void build();

  /// Measures what the task is asked for, one entry of `results` for each of its performances.
  /// `builds`: of the submission. To be called while the device is ours. `on_step` is told of each
  /// measurement. Throws GraderError.
  void measure(const Task& task, const Variants& builds, std::vector<PerformanceResult>& results,
               const std::function<void(const std::string&)>& on_step);

  /// Seconds that the submission's and the baselines' functions ran so far.
  double kernel_seconds() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace warpgrade
