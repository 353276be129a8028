// What the check means for a task: verdict, points, and what is told.
#pragma once

#include "memcheck/check_task.h"
#include "model/result.h"

namespace warpgrade {

/// The errors that are known while the check still runs, for who waits.
void add_errors_so_far(TaskResult& result, std::vector<Finding> findings);

/// Puts findings, costs and the check's own verdict into `result`, whose cases ran before. Errors
/// decide the task's verdict even when the values are right (findings/finding_kind.h). A case that
/// was right until now and is wrong here becomes wrong, where `values_count`; a process that ends
/// here alone, with nothing found, leaves the check open, for that may be our doing, unless it is
/// known to be theirs: then what the check decides is lost.
void add_check(TaskResult& result, CheckOutcome outcome, bool values_count);

/// Points for a clean check and for efficiency. Nothing for a task that is not right: with nothing
/// right at all they are lost, whether the check ran or not. Adds to the task's points and pending
/// points; those for correctness are settled already.
void resolve_check(TaskResult& result);

}  // namespace warpgrade
