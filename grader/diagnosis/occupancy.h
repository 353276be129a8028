// Theoretical occupancy: how many warps of a kernel fit on a multiprocessor at once.
#pragma once

#include <optional>
#include <vector>

#include "findings/costs.h"
#include "findings/finding.h"

namespace warpgrade {

/// What a block of a kernel takes.
struct BlockNeeds {
  int threads = 0;
  int registers = 0;           // of a thread; 0: not known, and not counted
  long long shared_bytes = 0;  // static and dynamic together
};

/// For a compute capability (80 means 8.0); one that is not in the table counts as the newest that
/// is older. Nothing where a block does not fit at all, or the capability is below 7.0.
std::optional<Occupancy> occupancy(int capability, const BlockNeeds& needs);

/// Of a kernel as it was launched; its registers, where nvcc told of them, by its name.
std::optional<Occupancy> compute_occupancy(const KernelCosts& kernel,
                                           const std::vector<KernelResources>& resources,
                                           int capability);

}  // namespace warpgrade
