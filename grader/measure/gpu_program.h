// Compiles and runs Warpgrade's own CUDA programs in the sandbox: the grader itself does not link
// CUDA.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "sandbox/sandbox.h"
#include "toolchain/cuda_toolkit.h"

namespace warpgrade {

/// Compiles grader/measure/NAME.cu to `executable` for that compute capability (90 for 9.0). Takes
/// a few seconds, unless an earlier build is cached (build_cache.h). `anew`: ignore the cache, to
/// test whether nvcc works. Throws GraderError with nvcc's message.
void build_gpu_program(const std::filesystem::path& root, const std::string& name,
                       const std::filesystem::path& executable, const Sandbox& sandbox,
                       const CudaToolkit& toolkit, int capability, bool anew = false);

/// Returns the program's output. Throws GraderError with its output if it fails.
std::string run_gpu_program(const std::filesystem::path& executable, const Sandbox& sandbox,
                            const std::vector<std::string>& arguments = {});

}  // namespace warpgrade
