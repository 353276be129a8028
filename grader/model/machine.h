// The environment in which programs are built and run.
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
  std::filesystem::path root;  // the project's top folder
  const Sandbox& sandbox;
  std::optional<CudaToolkit> toolkit = {};
  int capability = usual_capability;
  std::filesystem::path work = {};  // build folder

  /// A copy whose work folder is `folder` inside `work`; creates the folder.
  Machine in(const std::filesystem::path& folder) const {
    Machine machine = *this;
    machine.work /= folder;
    std::filesystem::create_directories(machine.work);
    return machine;
  }
};

}  // namespace warpgrade
