// Which mistakes a lab's cases do not find: the solution is changed in one place after the other
// (remedy/mutants.h), and each of these mutants runs on the cases.
#pragma once

#include <string>
#include <vector>

#include "causes/remedy.h"
#include "model/grade_request.h"
#include "sandbox/sandbox.h"

namespace warpgrade {

struct TaskMutants {
  std::string task;
  int made = 0;                   // mutants that compile
  std::vector<Remedy> survivors;  // of which no case is wrong and the check finds no error
  std::string trouble;            // why there are no mutants; or ""
};

/// By task. `request.submission`: the solution's folder. The cases are those that the check runs,
/// hidden ones included. Throws UsageError and GraderError.
std::vector<TaskMutants> try_mutants(const GradeRequest& request, const Sandbox& sandbox,
                                     const OnProgress& progress);

}  // namespace warpgrade
