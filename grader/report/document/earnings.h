// What earns points besides right values, as the report shows it.
#pragma once

#include <string>
#include <vector>

#include "model/result.h"
#include "report/style.h"

namespace warpgrade {

/// A clean check, a metric counted by the check, or a speed.
struct Earning {
  std::string text;         // full text
  std::string lead, brief;  // short form; empty if nothing is lost
  std::string detail;       // the finding in `text`, without its subject and points
  Tone tone = Tone::plain;
};

/// One entry for the check, or none if there is nothing to say.
std::vector<Earning> check_earnings(const TaskResult& task);
std::vector<Earning> efficiency_earnings(const TaskResult& task);
std::vector<Earning> speed_earnings(const TaskResult& task);

/// Where full marks and the lab's champion are, for students beyond full marks: "all points from
/// 0.55× on; our champion reached 2× (NVIDIA H100)". May be empty.
std::string beyond_full_marks(const PerformanceResult& speed);

/// The competitor of a speed: "the CPU (cpu-blas)", "the library (cublas)", "our solution".
std::string describe_competitor(const PerformanceResult& speed);

}  // namespace warpgrade
