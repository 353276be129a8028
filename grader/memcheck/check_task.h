// Runs a task's cases with every access watched.
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
#include "memcheck/unchecked.h"

namespace warpgrade {

/// What it means that a call did not come back.
enum class CheckEnd {
  open,      // not known
  too_slow,  // honest code may need more time or memory than the check has for this case
  theirs,    // the submission's doing, and without the check it does not do so
};

/// A case that ran in the check.
struct CheckedCase {
  std::size_t index = 0;  // in the task's cases
  CallVerdict found;
  bool has_work = false;
  double seconds = 0;
  CheckEnd end = CheckEnd::open;  // where it did not come back
  bool launched = false;          // a kernel
};

struct CheckOutcome {
  std::vector<CheckedCase> cases;  // in the order of the task's cases
  CheckSummary summary;
  Cause stopped;  // why the rest did not run
  // What did not run for that, or because the submission broke the check off.
  std::vector<std::string> not_run;  // cases that are not hidden
  int hidden_not_run = 0;
  // How the submission broke the check off, though it does the same case well without.
  Causes broken_off;
  Verdict broken_off_by = Verdict::ok;      // how it ended
  std::vector<std::string> left_out;        // cases that the check is too slow for, each with how
  std::vector<std::string> left_out_shown;  // those of them that are not hidden
  bool only_small = false;  // what was watched is too small to speak for what was left out
  // Why its word is not taken, though nothing speaks against the code that it saw.
  Cause doubt;
  LaunchedKernels kernels;  // in some call
  // In some call nothing was watched though it ended well: this grader was built wrongly.
  bool unwatched = false;
  long long more_findings = 0;  // that found no room in a report
  // Whether `stopped` (or `broken_off`), `doubt` and `left_out` speak of a hidden case.
  bool stopped_hidden = false, doubt_hidden = false, left_out_hidden = false;
  std::string printed;
  std::string hidden_printed;  // while a hidden case ran
};

using OnFirstErrors = std::function<void(std::vector<Finding>)>;

/// Calls each case once whose work is small enough for this slow way of running, or that the
/// manifest names, in one process for those that are shown and another for hidden ones, a new one
/// after each bad end. Those from which most is learnt come first (check_order.h), and after three
/// bad ends of different causes the rest do not run.
/// `run.build` is the build for the check, and `run.worker.limits` hold for each call. A call that
/// does not come back though `unchecked` does is made again, and where a program of ours runs
/// through in the same place, the second time is the submission's doing. One that may only be too
/// slow is left out, with those that are as large, and smaller ones decide. Without `unchecked`
/// nobody is blamed.
/// `on_first`, where it is given, is told the errors that are known when the first case has one:
/// for who waits. What counts is the outcome.
class TaskCheck {
 public:
  explicit TaskCheck(TaskRun run, UncheckedCall unchecked = {}, OnFirstErrors on_first = {});
  ~TaskCheck();

  /// Those of the cases that are hidden, or of the others, which come first. Afterwards no process
  /// that served them is left.
  void make(bool hidden);
  /// When all calls are made.
  CheckOutcome outcome();

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

/// All of it, for a task of which no other is checked meanwhile.
CheckOutcome check_cases(const TaskRun& run);

}  // namespace warpgrade
