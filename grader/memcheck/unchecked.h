// A case on the CPU engine when nothing watches it: what a bad end in the check is compared with.
//
// Whoever switches the check off by ending it, or by waiting until it is over, would switch off its
// findings. But the check is slow, so that honest code may take too long there. What decides is how
// long the same case took without it.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>

#include "cases/run_task.h"
#include "cases/verify.h"

namespace warpgrade {

struct Unchecked {
  bool right = false;
  double seconds = 0;  // the grader's clock
  bool in_time = true;
};

/// How a task's case went there, by its index; nothing where that cannot be told.
using UncheckedCall = std::function<std::optional<Unchecked>(std::size_t index)>;

/// What the check may add: code that takes `unchecked` seconds without it takes this long on the
/// clock with it at most, also where it computed on all cores and is watched on one.
double longest_when_checked(double unchecked_seconds);

/// Whether honest code could need more processor time than `limit` allows for a case of so many
/// operations. How long it took without the check does not decide alone: it may have waited there.
bool may_be_too_slow(const Unchecked& unchecked, double flops, double limit);

/// Runs a case in a new process of its own. `run.builds` are those without the check.
Unchecked call_unchecked(const TaskRun& run, std::size_t index);

}  // namespace warpgrade
