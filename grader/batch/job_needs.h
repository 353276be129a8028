// The resources that a grade needs.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "lab/manifest.h"

namespace warpgrade {

struct JobNeeds {
  int gpus = 0;
  int cores = 1;
  std::size_t memory_mib = 0;  // host memory
};

/// The needs of a grade of `lab` with these arguments of `warpgrade grade`. No GPU for the CPU
/// engine; with --backend auto, a GPU only if the lab has points for speed and they are graded.
JobNeeds job_needs(const Lab& lab, const std::vector<std::string>& arguments);

}  // namespace warpgrade
