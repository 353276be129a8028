// `warpgrade watch`: grades files as soon as they are saved.
#pragma once

#include <functional>

#include "grading/grade.h"

namespace warpgrade::watch {

struct WatchRequest {
  GradeRequest grade;  // the watched folder and tasks
  bool sandbox = true;
  bool page = true;         // serve a page for a browser
  int port = 0;             // of the page; 0: a free one
  bool for_editor = false;  // gcc-style lines, with a line before and after each result
  std::function<bool()> stop_requested = [] { return false; };
};

/// Theory of operation: one thread waits for saves, keys and the browser, and draws; a grade runs
/// on another. After a save, only the tasks whose functions may be affected (affected.h) are
/// graded; a running grade is cancelled. Results stay visible until newer ones exist: findings as
/// soon as the first case has one, then the rest, then remedies. Correctness only, on the CPU
/// engine: `warpgrade grade` measures speed.
///
/// Returns when the user quits. Throws UsageError and GraderError like grade().
void watch(const WatchRequest& request);

}  // namespace warpgrade::watch
