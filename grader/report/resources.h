// What the compiler says of a task's kernels, taken together.
#pragma once

#include <optional>
#include <vector>

#include "judge/result.h"

namespace warpgrade {

/// The most that any of the kernels uses, and the smallest of their largest blocks (0, not known,
/// is left out). `kernel` stays empty. Nothing where no kernel is known.
std::optional<KernelResources> most_of(const std::vector<KernelResources>& kernels);

}  // namespace warpgrade
