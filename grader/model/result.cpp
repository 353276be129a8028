#include "model/result.h"

#include <algorithm>

namespace warpgrade {
namespace {

Points sum(const std::vector<TaskResult>& tasks, Points TaskResult::*member) {
  Points total;
  for (const TaskResult& task : tasks) total += task.*member;
  return total;
}

}  // namespace

bool TaskResult::is_explained() const {
  return tried && tried->outcome == TriedRemedy::Outcome::right && !tried->changes.empty();
}

Points GradeResult::score() const { return sum(tasks, &TaskResult::points); }
Points GradeResult::max_score() const { return sum(tasks, &TaskResult::max_points); }
Points GradeResult::pending() const { return sum(tasks, &TaskResult::pending); }

}  // namespace warpgrade
