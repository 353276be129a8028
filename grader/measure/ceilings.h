// Measures the ceilings of the first GPU.
#pragma once

#include <filesystem>

#include "lab/ceilings.h"
#include "sandbox/sandbox.h"
#include "toolchain/cuda_toolkit.h"

namespace warpgrade {

/// Compiles grader/measure/device_ceilings.cu in `work` (an empty folder) and runs it: some
/// seconds. Throws GraderError.
Ceilings measure_ceilings(const std::filesystem::path& root, const std::filesystem::path& work,
                          const Sandbox& sandbox, const CudaToolkit& toolkit, int capability);

}  // namespace warpgrade
