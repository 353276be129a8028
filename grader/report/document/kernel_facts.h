// Facts about a task's kernels: the check's counts and the compiler's resource usage.
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
  const KernelCosts* costs = nullptr;                      // counts of the check, or null
};

/// Kernels with counts come first, together with the compiler's facts about them.
std::vector<KernelPart> collect_kernels(const TaskResult& task);

/// The maximum over the kernels, and the smallest of their largest blocks (0, unknown, is ignored).
/// `kernel` stays empty. Empty if no kernel is known.
std::optional<KernelResources> maximum_resources(const std::vector<KernelResources>& kernels);

/// "tiled_kernel: 38 registers, no spills, 8 KiB shared"; for several kernels the maximum; empty if
/// none is known.
std::string describe_resources(const TaskResult& task);

}  // namespace warpgrade
