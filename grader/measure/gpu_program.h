// CUDA programs of our own, compiled and run in the sandbox: the grader itself links nothing of
// CUDA.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "sandbox/sandbox.h"
#include "toolchain/cuda_toolkit.h"

namespace warpgrade {

/// Compiles grader/measure/NAME.cu to `executable` for a device of that compute capability (90 for
/// 9.0): some seconds, unless an earlier build is kept (own_builds.h). `anew`: none is taken, where
/// the question is whether nvcc works. Throws GraderError with what nvcc says.
void build_gpu_program(const std::filesystem::path& root, const std::string& name,
                       const std::filesystem::path& executable, const Sandbox& sandbox,
                       const CudaToolkit& toolkit, int capability, bool anew = false);

/// What it prints. Throws GraderError when it fails, with what it printed.
std::string run_gpu_program(const std::filesystem::path& executable, const Sandbox& sandbox,
                            const std::vector<std::string>& arguments = {});

}  // namespace warpgrade
