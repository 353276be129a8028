#include "report/document/task_status.h"

#include <algorithm>

namespace warpgrade {
namespace {

bool is_not_started(const TaskResult& task) {
  if (task.points != Points{} || !is_students_fault(task.verdict)) return false;
  if (task.not_defined()) return true;
  if (task.begun) return false;
  // If its kernel works in one case, it is written, and something else prevents the others.
  if (task.check.accessed_memory) return false;
  bool some = false;
  for (const CaseResult& c : task.cases) {
    if (!is_students_fault(c.verdict)) continue;
    if (!c.untouched) return false;
    some = true;
  }
  return some;
}

}  // namespace

TaskStatus task_status(const TaskResult& task) {
  if (task.verdict == Verdict::grader_error) return TaskStatus::grader_error;
  if (is_not_started(task)) return TaskStatus::not_started;
  if (is_students_fault(task.verdict)) return TaskStatus::failed;
  if (is_open(task.verdict)) return TaskStatus::open;
  return lost(task) > Points{} ? TaskStatus::partly : TaskStatus::full;
}

std::string table_verdict(const TaskResult& task) {
  return task_status(task) == TaskStatus::not_started ? "not-written"
                                                      : std::string(name(task.verdict));
}

Points not_written(const GradeResult& grade) {
  Points points;
  for (const TaskResult& task : grade.tasks)
    if (task_status(task) == TaskStatus::not_started) points += lost(task);
  return points;
}

bool is_untouched(const GradeResult& grade) {
  bool some = false;
  for (const TaskResult& task : grade.tasks) {
    const TaskStatus status = task_status(task);
    if (status == TaskStatus::not_started)
      some = true;
    else if (status != TaskStatus::open)
      return false;
  }
  return some && grade.score() == Points{};
}

std::string file_to_edit(const GradeResult& grade) {
  std::string path = grade.submission;
  if (path.size() > 3 && path.compare(path.size() - 3, 3, ".cu") == 0) return path;
  while (path.size() > 1 && path.back() == '/') path.pop_back();
  if (path.empty() || path == ".") return grade.lab + ".cu";
  return path + "/" + grade.lab + ".cu";
}

std::string points_in_words(Points points) {
  return points.text() + (points == Points::hundredths(100) ? " point" : " points");
}

}  // namespace warpgrade
