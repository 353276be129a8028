// What earns points beside right values, as a report tells it.
#pragma once

#include <string>
#include <vector>

#include "model/result.h"
#include "report/style.h"

namespace warpgrade {

/// A clean check, a number that the check counts, or a speed.
struct Earning {
  std::string text;         // in full
  std::string lead, brief;  // where there is room for little; "" where nothing is lost
  std::string detail;       // of `text` what is found, without what it is of and its points
  Tone tone = Tone::plain;
};

/// Of the check one, or none where nothing is to be said; else one of each result.
std::vector<Earning> check_earnings(const TaskResult& task);
std::vector<Earning> efficiency_earnings(const TaskResult& task);
std::vector<Earning> speed_earnings(const TaskResult& task);

/// Where all points end and where the lab's champion is, for who went further than the points do:
/// "all points from 0.55× on; our champion reached 2× (NVIDIA H100)", or "".
std::string beyond_full_marks(const PerformanceResult& speed);

/// What a speed was compared with: "the CPU (cpu-blas)", "the library (cublas)", "our solution".
std::string describe_competitor(const PerformanceResult& speed);

}  // namespace warpgrade
