// All that is built from a submission for one grade.
#pragma once

#include <optional>

#include "judge/grade.h"
#include "toolchain/build.h"

namespace warpgrade {

struct Builds {
  Build run;                   // what is graded; where nothing is, the one for the check
  std::optional<Build> check;  // with every access watched; nothing: not wanted
};

/// What a compiler without a GPU is asked for: the oldest that current labs meet.
inline constexpr int usual_capability = 80;

/// Builds side by side: for `backend`, for the check, and on the CPU, where there is a toolkit,
/// once more with nvcc, which has the last word on what is CUDA C++ and knows the use of registers.
Builds build_all(const Toolchain& toolchain, const Lab& lab, const GradeRequest& request,
                 Backend backend, const std::optional<CudaToolkit>& toolkit, int capability);

}  // namespace warpgrade
