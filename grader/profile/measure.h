// Runs the call once more for each of its kernels, under the profiler.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "model/call_image.h"
#include "process/worker.h"
#include "profile/profile.h"
#include "profile/profiled_task.h"
#include "toolchain/cuda_toolkit.h"

namespace warpgrade {

struct MeasuredCall {
  const ProfileRequest& request;
  const ProfiledTask& subject;
  Worker::Settings settings;  // for the executable
  const CallImage& image;
  const std::optional<CudaToolkit>& toolkit;
  const Sandbox& trusted;
  std::filesystem::path work;
  const OnProgress& progress;
};

/// Adds measurements to `result`, or why there are none. `symbols`: the kernels' mangled names, in
/// the order of `result.launched`.
void measure_kernels(const MeasuredCall& call, const std::vector<std::string>& symbols,
                     ProfileResult& result);

}  // namespace warpgrade
