// A CUDA program of our own, compiled and run in the sandbox: the grader itself links nothing of
// CUDA.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "sandbox/sandbox.h"
#include "toolchain/cuda_toolkit.h"

namespace warpgrade {

class GpuProgram {
 public:
  /// Compiles grader/measure/NAME.cu in `work` for a device of that compute capability (90
  /// for 9.0): some seconds. Throws GraderError with what nvcc says.
  GpuProgram(const std::filesystem::path& root, const std::filesystem::path& work,
             const Sandbox& sandbox, const CudaToolkit& toolkit, int capability,
             const std::string& name);

  /// What it prints. Throws GraderError when it fails, with what it printed.
  std::string run(const std::vector<std::string>& arguments = {}) const;

 private:
  const Sandbox& sandbox_;
  std::string name_;
  std::filesystem::path executable_;
};

}  // namespace warpgrade
