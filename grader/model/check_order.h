// Which cases the check runs first.
#pragma once

#include <cstddef>
#include <vector>

#include "lab/manifest.h"

namespace warpgrade {

/// A case that is to be checked, by its index in the task's cases.
struct CheckCandidate {
  std::size_t index = 0;
  double flops = 0;
};

/// The order in which most is learnt, should the check have to stop. Of `cases` the visible ones
/// come first, for a process that has seen a hidden case serves no other. Among them the quarter
/// with the least work comes last: with no elements or one, a grid may be empty or a loop never
/// run, which says little about the rest of the code. Of the others those come first of which some
/// size is no multiple of 16, where guards and rounding matter. They begin with the one in the
/// middle, which has more than one block and is quick; larger ones follow, as what was kept from a
/// call (memory, a size) is too small for the next, and then those before it.
std::vector<CheckCandidate> in_order_of_check(const std::vector<Case>& cases,
                                              std::vector<CheckCandidate> candidates);

}  // namespace warpgrade
