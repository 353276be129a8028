// Theoretical occupancy: the warps of a kernel that fit on a multiprocessor at once.
#pragma once

#include <optional>
#include <vector>

#include "findings/costs.h"
#include "findings/finding.h"

namespace warpgrade {

/// The resources of a kernel's block.
struct BlockNeeds {
  int threads = 0;
  int registers = 0;           // per thread; 0: unknown and ignored
  long long shared_bytes = 0;  // static and dynamic
};

/// For a compute capability (80 means 8.0); an unknown one is treated like the next older one in
/// the table. Empty if a block does not fit at all, or the capability is below 7.0.
std::optional<Occupancy> occupancy(int capability, const BlockNeeds& needs);

/// For a kernel as launched, with nvcc's register count, if known, by name.
std::optional<Occupancy> compute_occupancy(const KernelCosts& kernel,
                                           const std::vector<KernelResources>& resources,
                                           int capability);

}  // namespace warpgrade
