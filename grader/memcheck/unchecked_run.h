// Runs a case on the CPU engine without the check, for comparison with a bad end in the check.
// A submission could suppress findings by aborting the check, or by waiting until its time is over.
// But the check is slow, so honest code may take too long there. The time of the same case without
// the check decides.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>

#include "cases/run_task.h"
#include "cases/verify.h"

namespace warpgrade {

struct Unchecked {
  bool right = false;
  double seconds = 0;  // by the grader's clock
  bool in_time = true;
};

/// The result of the case with this index without the check; empty if unknown.
using UncheckedCall = std::function<std::optional<Unchecked>(std::size_t index)>;

/// The time limit with the check: code that takes `unchecked` seconds without it takes at most this
/// long with it, even if it used all cores without it and uses one with it.
double longest_when_checked(double unchecked_seconds);

/// Whether honest code may need more CPU time than `limit` for a case with so many operations. The
/// time without the check is not enough to decide: it may include waiting.
bool may_be_too_slow(const Unchecked& unchecked, double flops, double limit);

/// Runs a case in a new process. `run.builds` are those without the check.
Unchecked call_unchecked(const TaskRun& run, std::size_t index);

}  // namespace warpgrade
