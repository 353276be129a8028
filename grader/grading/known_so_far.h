// Reports the results of a grade in progress.
#pragma once

#include <mutex>
#include <vector>

#include "causes/feedback_level.h"
#include "grading/grade.h"

namespace warpgrade {

class KnownSoFar {
 public:
  /// `on_known` may be empty: then nothing is reported.
  explicit KnownSoFar(const OnKnown& on_known) : on_known_(on_known) {}

  bool is_wanted() const { return static_cast<bool>(on_known_); }

  /// Reports the grade as if the rest stayed pending.
  void report(GradeResult so_far);

  /// May be called from any thread after report(): reports errors that the check of a task has
  /// found.
  void report_errors(std::size_t task, std::vector<Finding> findings);

 private:
  const OnKnown& on_known_;
  std::mutex mutex_;
  GradeResult reported_;
};

}  // namespace warpgrade
