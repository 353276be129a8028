// Reports the results of a grade in progress.
#pragma once

#include <mutex>
#include <vector>

#include "causes/feedback_level.h"
#include "grading/grade.h"

namespace warpgrade {

class PartialResults {
 public:
  /// `on_partial_result` may be empty: then nothing is reported.
  explicit PartialResults(const OnPartialResult& on_partial_result)
      : on_partial_result_(on_partial_result) {}

  bool is_wanted() const { return static_cast<bool>(on_partial_result_); }

  /// Reports the grade as if the rest stayed pending.
  void report(GradeResult so_far);

  /// May be called from any thread after report(): reports errors that the check of a task has
  /// found.
  void report_errors(std::size_t task, std::vector<Finding> findings);

 private:
  const OnPartialResult& on_partial_result_;
  std::mutex mutex_;
  GradeResult reported_;
};

}  // namespace warpgrade
