// What a grade needs of the machine that makes it.
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

/// For a grade of `lab` with these arguments of `warpgrade grade`. On the CPU engine no GPU; with
/// --backend auto only where the lab has points for speed that are to be given.
JobNeeds job_needs(const Lab& lab, const std::vector<std::string>& arguments);

}  // namespace warpgrade
