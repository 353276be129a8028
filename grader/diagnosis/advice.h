// Advice on the costs that the check counted.
#pragma once

#include <string>
#include <vector>

#include "model/result.h"

namespace warpgrade {

// With fewer warp requests in the sampled blocks, the code is a start or an end, whose efficiency
// does not matter.
inline constexpr long long enough_requests = 64;
// Lines with less of their kernel's traffic are not what makes it slow.
inline constexpr double share_that_matters = 0.1;

/// Adds advice on traffic, bank conflicts, divergence, atomics and occupancy to a task's findings,
/// worst first. Only for code that is clearly wasteful and runs often enough to matter, and not for
/// the kinds in `expected`, which the task's own approach entails.
void add_advice(TaskResult& result, const std::vector<std::string>& expected);

/// Where points for moved sectors are lost and no advice says where: adds advice on the line that
/// moves most of them in vain.
void name_worst_traffic(TaskResult& result);

/// As add_advice() for one kernel, unordered, each with the share of the kernel's work that is
/// wasted, from 0 to 1.
struct Advice {
  double waste = 0;
  Finding finding;
};
std::vector<Advice> advice_on(const KernelCosts& kernel);

}  // namespace warpgrade
