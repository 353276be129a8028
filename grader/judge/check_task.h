// Runs a task's cases with every access watched.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "judge/check_findings.h"
#include "judge/run_task.h"
#include "judge/verify.h"

namespace warpgrade {

/// A case that ran in the check.
struct CheckedCase {
  std::size_t index = 0;  // in the task's cases
  CallVerdict found;
  bool has_work = false;
  double seconds = 0;
};

struct CheckOutcome {
  std::vector<CheckedCase> cases;  // in the order of the task's cases
  CheckSummary summary;
  std::string stopped;  // why the rest did not run; or ""
  // Why its word is not taken, though nothing speaks against the code that it saw; or "".
  std::string doubt;
  // In some call nothing was watched though it ended well: this grader was built wrongly.
  bool unwatched = false;
  long long more_findings = 0;  // that found no room in a report
  // Whether `stopped` and `doubt` speak of a hidden case.
  bool stopped_hidden = false, doubt_hidden = false;
  std::string printed;
  std::string hidden_printed;  // while a hidden case ran
};

/// Calls each case once whose work is small enough for this slow way of running, or that the
/// manifest names, in one process, a new one after each bad end; hidden cases in one of their own.
/// `run.build` is the build for the check, and `run.child.limits` hold for each call.
CheckOutcome check_cases(const TaskRun& run);

}  // namespace warpgrade
