// How reports speak of a measurement of speed.
#pragma once

#include <string>

#include "judge/result.h"

namespace warpgrade {

/// What it was compared with: "the CPU (cpu-blas)", "the library (cublas)", "our solution".
inline std::string rival_of(const PerformanceResult& speed) {
  if (speed.against == "solution") return "our solution";
  const std::string rival = speed.against == "cpu" ? "the CPU" : "the " + speed.against;
  return speed.baseline.empty() ? rival : rival + " (" + speed.baseline + ")";
}

}  // namespace warpgrade
