// What a teacher would say about the costs that the check counted.
#pragma once

#include <string>
#include <vector>

#include "model/result.h"

namespace warpgrade {

/// Adds advice on traffic, bank conflicts, divergence, atomics and occupancy to the findings of a
/// task, worst first: only where it is clearly wasteful and happens often enough to matter, and of
/// no kind in `expected`, which the task's own scheme brings.
void add_advice(TaskResult& result, const std::vector<std::string>& expected);

/// The same for one kernel, unordered: with how much of the kernel's work is wasted, from 0 to 1.
struct Advice {
  double waste = 0;
  Finding finding;
};
std::vector<Advice> advice_on(const KernelCosts& kernel);

}  // namespace warpgrade
