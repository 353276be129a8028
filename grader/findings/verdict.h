// Verdicts on cases, tasks and measurements.
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
  pending,       // needs another device: no points are lost
  inconclusive,  // too noisy to decide: no points are lost
  grader_error,  // failure of the grader: no points are lost
};

/// The name in reports and JSON, e.g. "out-of-bounds".
std::string_view name(Verdict verdict);

/// As in docs/report.md: "a wrong value, a changed input, or an error reported by CUDA".
std::string_view meaning(Verdict verdict);

/// The verdict with that name, if any.
std::optional<Verdict> parse_verdict(std::string_view name);

/// True if the student's code is at fault, so that points are lost.
bool is_students_fault(Verdict verdict);

/// True if the points stay open (pending, inconclusive, grader_error).
bool is_open(Verdict verdict);

/// The more important verdict for a task that has both: grader_error first, then the student's
/// fault that explains most (compile error, crash, ..., wrong), then open verdicts, then ok.
Verdict worse(Verdict a, Verdict b);

}  // namespace warpgrade
