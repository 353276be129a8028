// The check of a grade's tasks: which of them are checked, and what comes of it.
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

/// Cases without the check, where no run of the grade tells how they go: calls of their own on the
/// CPU engine. Several threads may ask.
class UncheckedRuns {
 public:
  /// `engine`: builds for it that are there; what lacks is built when it is first wanted.
  UncheckedRuns(const GradeSetting& setting, const ConstantBuilds& engine)
      : setting_(setting), engine_(engine) {}

  std::optional<Unchecked> call(const Task& task, std::size_t index);

 private:
  const GradeSetting& setting_;
  std::mutex mutex_;  // one such call at a time, also for its build
  ConstantBuilds engine_;
};

/// By task; nothing where it was not checked.
using CheckOutcomes = std::vector<std::optional<CheckOutcome>>;

/// Checks the tasks that a GPU grades. It takes no GPU, and nvcc takes longer than the engine's
/// builds `check`.
CheckOutcomes check_ahead(const GradeSetting& setting, const ConstantBuilds& check,
                          const ConstantBuilds& engine);

/// Told the errors of a task that are known when its first case has one.
using OnFirstErrorsOf = std::function<void(std::size_t task, std::vector<Finding> findings)>;

/// Checks the tasks that ran, but for those that `ahead` has, and puts into `tasks` what it means.
void check_tasks(const GradeSetting& setting, const Builds& builds, CheckOutcomes ahead,
                 const OnFirstErrorsOf& on_first, std::vector<TaskState>& tasks);

}  // namespace warpgrade
