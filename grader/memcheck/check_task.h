// Runs a task's cases and checks every memory access.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "cases/run_task.h"
#include "cases/verify.h"
#include "memcheck/check_findings.h"
#include "memcheck/unchecked_run.h"

namespace warpgrade {

/// Why a call did not come back.
enum class CheckEnd {
  open,           // unknown
  too_slow,       // honest code may need more time or memory than the check has for this case
  by_submission,  // the submission ended it, which it does not do without the check
};

/// A case that ran in the check.
struct CheckedCase {
  std::size_t index = 0;  // in the task's cases
  CallVerdict found;
  bool has_work = false;
  double seconds = 0;
  double cpu_seconds = 0;
  CheckEnd end = CheckEnd::open;  // if it did not return
  bool launched = false;          // a kernel
};

struct CheckOutcome {
  std::vector<CheckedCase> cases;  // in the order of the task's cases
  CheckSummary summary;
  Cause stopped;  // why the others did not run
  // Cases that did not run for that reason, or because the submission aborted the check.
  std::vector<std::string> not_run;  // visible cases
  int hidden_not_run = 0;
  // How the submission aborted the check in a case that it computes correctly without the check.
  Causes aborted;
  Verdict aborted_by = Verdict::ok;         // the verdict of that call
  std::vector<std::string> left_out;        // cases too slow for the check, each with the reason
  std::vector<std::string> left_out_shown;  // those of them that are not hidden
  bool only_small = false;  // the checked cases are too small to speak for those left out
  // Why the result cannot be relied on although nothing was found.
  Cause doubt;
  LaunchedKernels kernels;  // launched in any call
  // Some call succeeded without being checked: this grader was built wrongly.
  bool unwatched = false;
  long long more_findings = 0;  // beyond a report's capacity
  // Whether `stopped` (or `aborted`), `doubt` and `left_out` refer to a hidden case.
  bool stopped_hidden = false, doubt_hidden = false, left_out_hidden = false;
  std::string printed;
  std::string hidden_printed;  // while a hidden case ran
};

/// Whether the check calls this case: it is small enough, or the manifest says so.
bool is_checked(const TaskRun& run, const Case& c);

using OnFirstErrors = std::function<void(std::vector<Finding>)>;

/// Calls each case that is small enough for the slow check, or that the manifest names, once:
/// visible ones in one process, hidden ones in another, a new one after each bad end. The most
/// informative cases come first (check_order.h). After three bad ends with different causes, the
/// others do not run.
/// `run.builds` are those for the check, and `run.worker.limits` apply to each call. A call that
/// does not return, although `unchecked` does, is repeated. If it fails again while a known-good
/// program runs in the same place, the submission is to blame. A call that may just be too slow is
/// left out with those of the same size or larger, and smaller ones decide. Without `unchecked`,
/// nobody is blamed.
/// `on_first` gets the errors of the first case that has any, for reports of a grade in progress.
class TaskCheck {
 public:
  explicit TaskCheck(TaskRun run, UncheckedCall unchecked = {}, OnFirstErrors on_first = {});
  ~TaskCheck();

  /// Makes the calls of the visible cases, which come first, or of the hidden ones. Ends all
  /// processes that served them.
  void make(bool hidden);
  /// Called once, after all calls.
  CheckOutcome outcome();

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

/// The complete check of a task that runs alone.
CheckOutcome check_cases(const TaskRun& run);

}  // namespace warpgrade
