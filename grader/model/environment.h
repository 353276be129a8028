// Describes the machine, system and compilers of a grade.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "gpus/gpu.h"
#include "sandbox/sandbox.h"
#include "toolchain/cuda_toolkit.h"

namespace warpgrade {

std::map<std::string, std::string> describe_environment(const Sandbox& sandbox,
                                                        const std::optional<CudaToolkit>& toolkit,
                                                        const GpuInventory& gpus);

}  // namespace warpgrade
