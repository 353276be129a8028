#include "batch/read_grade.h"

#include <stdexcept>

#include "formats/json_reading.h"
#include "report/document/task_status.h"

namespace warpgrade {

BookedGrade read_grade(const std::string& text, const std::string& lab) {
  const GradeResult read = parse_whole_grade(text);
  if (read.lab != lab) throw std::runtime_error("it is a grade of " + read.lab);
  BookedGrade grade;
  grade.lab = read.lab;
  grade.backend = read.backend;
  grade.real = name(read.real);
  grade.seed = read.seed;
  grade.score = read.score();
  grade.max_score = read.max_score();
  grade.pending = read.pending();
  grade.machine = read.environment.at("machine");
  grade.grader = read.environment.at("version");
  for (const TaskResult& task : read.tasks) {
    grade.verdicts += (grade.verdicts.empty() ? "" : " ") + task.task + ":" + table_verdict(task);
    const bool is_grader_error = task.verdict == Verdict::grader_error;
    if (!is_grader_error && task.check.verdict != Verdict::grader_error) continue;
    grade.open = true;
    if (grade.cause.empty())
      grade.cause = task.task + ": " + describe(is_grader_error ? task.detail : task.check.detail);
  }
  grade.json = text;
  return grade;
}

}  // namespace warpgrade
