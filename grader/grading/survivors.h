// Finds mistakes that a lab's cases miss: the solution is changed at one place at a time
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
  std::vector<Remedy> survivors;  // mutants without a wrong case or an error in the check
  std::string trouble;            // why there are no mutants; may be empty
};

/// By task. `request.submission`: the solution's folder. The cases are those that the check runs,
/// hidden ones included. Throws UsageError and GraderError.
std::vector<TaskMutants> try_mutants(const GradeRequest& request, const Sandbox& sandbox,
                                     const OnProgress& progress);

}  // namespace warpgrade
