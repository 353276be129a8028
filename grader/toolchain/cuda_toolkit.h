// The CUDA toolkit of this machine.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace warpgrade {

struct CudaToolkit {
  std::filesystem::path nvcc;      // the real file, symbolic links followed
  std::filesystem::path home;      // two folders above it
  std::string version;             // "13.0"
  std::vector<int> architectures;  // that it can compile for: 75, 80, ...
  std::string words;               // all that nvcc --version says

  /// nvcc's options for a device of that compute capability (90 for 9.0): its machine code where
  /// this toolkit knows it, else the newest PTX below it, which the driver compiles further.
  std::vector<std::string> options_for(int capability) const;
  /// For PTX alone, the newest that such a device takes.
  std::vector<std::string> ptx_options_for(int capability) const;
};

/// $CUDA_HOME, nvcc on $PATH, or /usr/local/cuda; nothing when none of them has an nvcc that runs.
std::optional<CudaToolkit> find_cuda_toolkit();

}  // namespace warpgrade
