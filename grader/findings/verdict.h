// What is said of a case, of a task and of a measurement.
#pragma once

#include <optional>
#include <string_view>

namespace warpgrade {

enum class Verdict {
  ok,
  wrong,
  race,
  out_of_bounds,
  crashed,
  timeout,
  memory_limit,
  output_limit,
  compile_error,
  forbidden,
  implausible,
  pending,       // needs a device that is not here: no point is lost
  inconclusive,  // too noisy to decide: no point is lost
  grader_error,  // ours: no point is lost
};

/// The name in reports and JSON, e.g. "out-of-bounds".
std::string_view name(Verdict verdict);

/// The verdict of that name, if there is one.
std::optional<Verdict> verdict_named(std::string_view name);

/// True where the student's code is at fault, so that points are lost.
bool is_students_fault(Verdict verdict);

/// True where the points stay open (pending, inconclusive, grader_error).
bool is_open(Verdict verdict);

/// Which of the two says more about a task that has both: ours first, then the student's fault that
/// explains most (compile error, crash, ..., wrong), then what is open, then ok.
Verdict worse(Verdict a, Verdict b);

}  // namespace warpgrade
