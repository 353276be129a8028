#include "lab/case_problem.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/json/schema.h"
#include "lab/problem_file.h"

namespace warpgrade {
namespace {

bool has_argument(const Problem& problem, const Parameter& parameter) {
  if (parameter.kind == Parameter::Kind::integer) return problem.integers.count(parameter.name) > 0;
  if (parameter.kind == Parameter::Kind::real) return problem.reals.count(parameter.name) > 0;
  return std::any_of(problem.arrays.begin(), problem.arrays.end(),
                     [&](const Array& array) { return array.name == parameter.name; });
}

}  // namespace

Problem make_problem(const Lab& lab, const Reference& reference, const Task& task, const Case& c,
                     Real real, Random& random) {
  Problem problem;
  try {
    problem = generate_case(lab, reference, c, real, random);
  } catch (const GraderError& error) {
    if (!c.data.empty()) throw;  // the error already names the file
    require_integers(lab, task, c, c.sizes);
    throw case_error(lab, task, c, error.what());
  }
  require_integers(lab, task, c, problem.integers);
  for (const Parameter& parameter : task.signature.parameters)
    if (!has_argument(problem, parameter))
      throw case_error(lab, task, c,
                       fmt::format("labs/{}/reference.cpp makes no {}, a parameter of {}", lab.name,
                                   parameter.name, task.entry));
  return problem;
}

GraderError case_error(const Lab& lab, const Task& task, const Case& c, const std::string& what) {
  return GraderError(mistake_line(lab.folder / (c.hidden ? "hidden.json" : "lab.json"), "",
                                  fmt::format("case {} of {}: {}", c.name, task.entry, what)));
}

void require_integers(const Lab& lab, const Task& task, const Case& c,
                      const std::map<std::string, long long>& integers) {
  for (const Parameter& parameter : task.signature.parameters)
    if (parameter.kind == Parameter::Kind::integer && integers.count(parameter.name) == 0)
      throw case_error(lab, task, c,
                       fmt::format("\"sizes\" has no \"{0}\", an integer parameter of {1}; write "
                                   "\"{0}\" there",
                                   parameter.name, task.entry));
}

}  // namespace warpgrade
