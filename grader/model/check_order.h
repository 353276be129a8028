// The order in which the check runs cases.
#pragma once

#include <cstddef>
#include <vector>

#include "lab/manifest.h"

namespace warpgrade {

/// A case for the check, by its index in the task's cases.
struct CheckCandidate {
  std::size_t index = 0;
  double flops = 0;
};

/// The most informative cases first, in case the check has to stop early. Visible cases precede
/// hidden ones, because a process that has seen a hidden case serves no other. Within each group,
/// the quarter with the least work is last: an empty grid, or a loop that never runs, reveals
/// little. The others start with cases that have a size that is not a multiple of 16, where guards
/// and rounding matter: first the middle one, which is quick and has several blocks, then larger
/// ones, for which memory or sizes kept from an earlier call are too small, then smaller ones.
std::vector<CheckCandidate> in_order_of_check(const std::vector<Case>& cases,
                                              std::vector<CheckCandidate> candidates);

}  // namespace warpgrade
