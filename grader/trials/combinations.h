// Which proposals are tried together.
#pragma once

#include <cstddef>
#include <vector>

#include "remedy/proposals.h"
#include "trials/failures.h"

namespace warpgrade {

/// Indices of proposals, and what a trial with all of them leaves wrong.
struct Tried {
  std::vector<std::size_t> on;
  Failures left;
  bool all_needed = false;  // each proposal alone leaves something wrong
};

/// Each proposal that compiled and is not in `chosen`, and for findings also pairs of two barriers
/// or two fences. Pairs with a mistake that is seen in the source come last. The first
/// `of_findings` proposals are from findings; `values_first`: those come last.
std::vector<std::vector<std::size_t>> singles_and_pairs(
    const std::vector<remedy::Proposal>& proposals, std::size_t of_findings,
    const std::vector<std::size_t>& chosen, bool values_first);

/// For each finding the trial that leaves least of those in which it is gone and nothing is new,
/// together: a program with several mistakes is right only without all of them. `of_all`: nothing
/// where one of them is gone in no trial.
std::vector<std::size_t> one_for_each_finding(const std::vector<Tried>& made, const Failures& there,
                                              bool of_all);

/// Whether what one leaves wrong is right with the other: a program with two slips needs both.
bool are_complementary(const Tried& a, const Tried& b);

/// The proposals of both; `b` ends with its own one.
std::vector<std::size_t> joined(const Tried& a, const Tried& b);

}  // namespace warpgrade
