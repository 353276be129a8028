// Checks the tasks of a grade.
#pragma once

#include <cstddef>
#include <functional>
#include <mutex>
#include <optional>
#include <vector>

#include "grading/builds.h"
#include "grading/grade_cases.h"
#include "grading/grade_setting.h"
#include "memcheck/check_task.h"

namespace warpgrade {

/// Runs cases on the CPU engine without the check if no other run of the grade shows how they end.
/// Thread-safe.
class UncheckedRuns {
 public:
  /// `engine`: builds for the engine, if there are any. Missing ones are built when first needed.
  UncheckedRuns(const GradeSetting& setting, const ConstantBuilds& engine)
      : setting_(setting), engine_(engine) {}

  std::optional<Unchecked> call(const Task& task, std::size_t index);

 private:
  const GradeSetting& setting_;
  std::mutex mutex_;  // one such call at a time, also for its build
  ConstantBuilds engine_;
};

/// By task; nothing if it was not checked.
using CheckOutcomes = std::vector<std::optional<CheckOutcome>>;

/// Checks the tasks that a GPU grades while nvcc still works: the builds `check` for the engine are
/// ready earlier, and the check needs no GPU.
CheckOutcomes check_ahead(const GradeSetting& setting, const ConstantBuilds& check,
                          const ConstantBuilds& engine);

/// Called with the errors of the first case of a task that has any.
using OnFirstErrorsOf = std::function<void(std::size_t task, std::vector<Finding> findings)>;

/// Checks the tasks that ran, except those in `ahead`, and adds the results to `tasks`.
void check_tasks(const GradeSetting& setting, const Builds& builds, CheckOutcomes ahead,
                 const OnFirstErrorsOf& on_first, std::vector<TaskState>& tasks);

}  // namespace warpgrade
