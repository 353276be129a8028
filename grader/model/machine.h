// Where programs are built and run.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <utility>

#include "sandbox/sandbox.h"
#include "toolchain/cuda_toolkit.h"

namespace warpgrade {

/// The compute capability to build for without a GPU: the oldest that current labs support.
inline constexpr int usual_capability = 80;

struct Machine {
  std::filesystem::path root;  // the project
  const Sandbox& sandbox;
  std::optional<CudaToolkit> toolkit = {};
  int capability = usual_capability;
  std::filesystem::path work = {};  // where programs are built

  /// The same machine with `folder` in `work`, created if it does not exist, as its work folder.
  Machine in(const std::filesystem::path& folder) const {
    Machine machine = *this;
    machine.work /= folder;
    std::filesystem::create_directories(machine.work);
    return machine;
  }
};

}  // namespace warpgrade
