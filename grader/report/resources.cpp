#include "report/resources.h"

#include <algorithm>

namespace warpgrade {

std::optional<KernelResources> most_of(const std::vector<KernelResources>& kernels) {
  if (kernels.empty()) return std::nullopt;
  KernelResources most;
  for (const KernelResources& kernel : kernels) {
    most.registers = std::max(most.registers, kernel.registers);
    most.shared_bytes = std::max(most.shared_bytes, kernel.shared_bytes);
    most.constant_bytes = std::max(most.constant_bytes, kernel.constant_bytes);
    most.local_bytes = std::max(most.local_bytes, kernel.local_bytes);
    most.spill_bytes = std::max(most.spill_bytes, kernel.spill_bytes);
    if (kernel.max_threads > 0)
      most.max_threads = most.max_threads == 0 ? kernel.max_threads
                                               : std::min(most.max_threads, kernel.max_threads);
  }
  return most;
}

}  // namespace warpgrade
