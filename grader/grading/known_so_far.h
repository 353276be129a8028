// What is told of a grade that is not finished, to whoever waits.
#pragma once

#include <mutex>
#include <vector>

#include "causes/tell.h"
#include "grading/grade.h"

namespace warpgrade {

class KnownSoFar {
 public:
  /// Nobody may wait: then `on_known` is empty, and nothing is to be told.
  explicit KnownSoFar(const OnKnown& on_known) : on_known_(on_known) {}

  bool is_wanted() const { return static_cast<bool>(on_known_); }

  /// A grade as it would be if what is not known stayed open.
  void tell(GradeResult so_far);

  /// After that, from any thread: errors that the check of a task has found.
  void tell_errors(std::size_t task, std::vector<Finding> findings);

 private:
  const OnKnown& on_known_;
  std::mutex mutex_;
  GradeResult told_;
};

}  // namespace warpgrade
