// Builds the referee with nvcc: referee/referee.cu, and the lab's own half if it has one.
#pragma once

#include <filesystem>

#include "lab/manifest.h"
#include "model/machine.h"

namespace warpgrade {

/// The program, in the machine's work folder. The machine has a toolkit. Throws GraderError.
std::filesystem::path build_referee(const Machine& machine, const Lab& lab, Real real);

}  // namespace warpgrade
