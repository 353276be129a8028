// What is known of a task's kernels: what the check counted, and what the compiler says.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "model/result.h"

namespace warpgrade {

struct KernelPart {
  std::string name;
  std::vector<std::pair<std::string, std::string>> facts;  // "registers", "32 a thread"
  const KernelCosts* costs = nullptr;                      // what was counted, or null
};

/// Those that were counted first; what the compiler says of one stands with it.
std::vector<KernelPart> collect_kernels(const TaskResult& task);

/// The most that any of the kernels uses, and the smallest of their largest blocks (0, not known,
/// is left out). `kernel` stays empty. Nothing where no kernel is known.
std::optional<KernelResources> maximum_resources(const std::vector<KernelResources>& kernels);

/// "tiled_kernel: 38 registers, no spills, 8 KiB shared"; of several the most; "" where none is
/// known.
std::string describe_resources(const TaskResult& task);

}  // namespace warpgrade
