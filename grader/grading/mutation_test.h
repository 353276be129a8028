// Finds mistakes that a lab's cases miss: the solution is changed at one place at a time
// (remedy/mutants.h), and each of these mutants runs on the cases.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "causes/remedy.h"
#include "model/grade_request.h"
#include "sandbox/sandbox.h"

namespace warpgrade {

struct TaskMutants {
  std::string task;
  int by_values = 0;              // mutants that some case finds wrong
  int by_check = 0;               // right in all cases, but the check reports an error or a race
  std::vector<Remedy> survivors;  // all others
  std::string trouble;            // why there are no mutants; or ""
};

/// Calls `on_task` after each task. `request.submission`: the solution's folder. All cases that
/// take the solution up to five seconds run on the CPU engine, hidden ones included, and then those
/// that the check runs. Mutants of code that several tasks run count for the first of these. One
/// mutant in `every` is tried. Throws UsageError and GraderError.
void try_mutants(const GradeRequest& request, int every, const Sandbox& sandbox,
                 const OnProgress& progress,
                 const std::function<void(const TaskMutants&)>& on_task);

}  // namespace warpgrade
