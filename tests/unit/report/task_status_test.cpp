#include "report/document/task_status.h"

#include "tests/unit/catch.h"

using namespace warpgrade;

namespace {

/// What `warpgrade check` makes of a function that wrote nothing in its one wrong case.
TaskResult checked() {
  TaskResult task;
  task.verdict = Verdict::wrong;
  for (const Verdict verdict : {Verdict::ok, Verdict::wrong}) {
    task.cases.emplace_back();
    task.cases.back().verdict = verdict;
  }
  task.cases[1].untouched = true;
  return task;
}

}  // namespace

TEST_CASE("a function that wrote nothing, and whose kernels did nothing, is not started") {
  CHECK(task_status(checked()) == TaskStatus::not_started);
}

TEST_CASE("a function whose kernel works in one case is written") {
  TaskResult task = checked();
  task.check.accessed_memory = true;
  CHECK(task_status(task) == TaskStatus::failed);
}
