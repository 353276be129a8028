// The CUDA toolkit of this machine.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace warpgrade {

struct CudaToolkit {
  std::filesystem::path nvcc;      // with symbolic links resolved
  std::filesystem::path home;      // two levels above nvcc
  std::string version;             // "13.0"
  std::vector<int> architectures;  // supported architectures: 75, 80, ...
  std::string words;               // output of nvcc --version

  /// nvcc's options for that compute capability (90 for 9.0): its machine code if this toolkit
  /// supports it, else the newest PTX below it, which the driver compiles.
  std::vector<std::string> options_for(int capability) const;
  /// For PTX only: the newest that such a device accepts.
  std::vector<std::string> ptx_options_for(int capability) const;
  /// For programs that run elsewhere: machine code for common GPUs, and PTX for later ones.
  std::vector<std::string> options_for_kits() const;
};

/// From $CUDA_HOME, $PATH or /usr/local/cuda; nothing if none has a working nvcc.
std::optional<CudaToolkit> find_cuda_toolkit();

}  // namespace warpgrade
