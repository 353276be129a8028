// Measures the ceilings of the first GPU.
#pragma once

#include <filesystem>

#include "lab/ceilings.h"
#include "sandbox/sandbox.h"
#include "toolchain/cuda_toolkit.h"

namespace warpgrade {

/// The two halves of measure_ceilings(), for callers that compile early and measure when the device
/// is free. The first one writes `work`/ceilings.
void build_ceilings(const std::filesystem::path& root, const std::filesystem::path& work,
                    const Sandbox& sandbox, const CudaToolkit& toolkit, int capability);
Ceilings run_ceilings(const std::filesystem::path& work, const Sandbox& sandbox);

/// Compiles grader/measure/device_ceilings.cu in `work` (an empty folder) and runs it. Takes a few
/// seconds. Throws GraderError.
Ceilings measure_ceilings(const std::filesystem::path& root, const std::filesystem::path& work,
                          const Sandbox& sandbox, const CudaToolkit& toolkit, int capability);

}  // namespace warpgrade
