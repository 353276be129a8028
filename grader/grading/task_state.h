// A task on its way through a grade.
#pragma once

#include <string>
#include <vector>

#include "lab/manifest.h"
#include "model/result.h"

namespace warpgrade {

/// What the phases after the cases need to know about them.
struct Ran {
  bool started = false;                   // the task can run
  std::vector<bool> has_work = {};        // by case
  std::vector<std::string> kernels = {};  // that were launched
};

/// Each phase of a grade adds to `result`.
struct TaskState {
  const Task& task;
  TaskResult result;
  Ran ran;
};

}  // namespace warpgrade
