// What the check means for a task: its verdict, its points and the report.
#pragma once

#include "memcheck/check_task.h"
#include "model/result.h"

namespace warpgrade {

/// Adds errors found while the check still runs, for a report of a grade in progress.
void add_errors_so_far(TaskResult& result, std::vector<Finding> findings);

/// Adds findings, costs and the check's own verdict to `result`, whose cases ran before. Errors
/// decide the task's verdict even if the values are right (findings/finding_kind.h). With
/// `values_count`, values that are wrong only here make a case wrong. A process that ends only here
/// and without findings leaves the check open, because the engine may be to blame; if the
/// submission is known to be to blame, the points of the check are lost.
void add_check(TaskResult& result, CheckOutcome outcome, bool values_count);

/// Adds the points for a clean check and for efficiency to the task's points and pending points,
/// which hold those for correctness. A task with nothing right loses them, even if the check did
/// not run.
void resolve_check(TaskResult& result);

}  // namespace warpgrade
