// The input of a case, with errors that name the case in the author's file.
#pragma once

#include <map>
#include <string>

#include "base/fault.h"
#include "lab/manifest.h"
#include "lab/problem.h"
#include "lab/real.h"
#include "lab/reference.h"

namespace warpgrade {

/// generate_case() with an error that names the case if it fails or an argument of the task's
/// function is missing.
Problem make_problem(const Lab& lab, const Reference& reference, const Task& task, const Case& c,
                     Real real, Random& random);

/// GraderError unless `integers` has all integer parameters of the task's function.
void require_integers(const Lab& lab, const Task& task, const Case& c,
                      const std::map<std::string, long long>& integers);

/// The error of a case in lab.json or hidden.json.
GraderError case_error(const Lab& lab, const Task& task, const Case& c, const std::string& what);

}  // namespace warpgrade
