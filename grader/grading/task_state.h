// The state of a task during a grade.
#pragma once

#include <string>
#include <vector>

#include "lab/manifest.h"
#include "model/result.h"

namespace warpgrade {

/// Facts about a task's cases that later phases need.
struct CasesRun {
  bool started = false;                   // the task can run
  std::vector<bool> has_work = {};        // by case
  std::vector<std::string> kernels = {};  // launched ones
};

/// Each phase of a grade adds to `result`.
struct TaskState {
  const Task& task;
  TaskResult result;
  CasesRun ran;
};

}  // namespace warpgrade
