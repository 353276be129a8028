// `warpgrade watch`: what is saved is graded at once.
#pragma once

#include <functional>

#include "grading/grade.h"

namespace warpgrade::watch {

struct WatchRequest {
  GradeRequest grade;  // of a folder; its tasks are those that are watched
  bool sandbox = true;
  bool page = true;         // serve one for a browser
  int port = 0;             // of it; 0: a free one
  bool for_editor = false;  // lines as gcc writes them, with a line before and after each result
  std::function<bool()> stop_asked = [] { return false; };
};

/// Theory of operation: one thread waits for saves, keys and the browser, and draws; a grade runs
/// in another. A save asks which tasks' functions it can have an effect on (affected.h), and those
/// alone are graded; a grade that runs is given up for it. What is shown stays until something
/// newer is known: findings as soon as the first case has one, then the rest, then remedies.
/// Correctness alone, on the CPU engine: speed is `warpgrade grade`'s to measure.
///
/// Returns when that is asked for. Throws UsageError and GraderError as grade() does.
void watch(const WatchRequest& request);

}  // namespace warpgrade::watch
