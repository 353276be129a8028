// All that a submission's program sees of the system: the libraries that g++ and nvcc link every
// program with and, on a GPU, CUDA's driver. A library that is not there cannot be loaded, whatever
// the program calls.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "sandbox/sandbox.h"

namespace warpgrade {

/// Those files, at the paths where programs find them. Asked of the loader once; later calls get
/// the same answer. Throws GraderError.
std::vector<std::filesystem::path> shared_objects(const Sandbox& sandbox, bool gpu);

/// The paths in what `ld.so --list` prints.
std::vector<std::filesystem::path> paths_listed(const std::string& listed);

}  // namespace warpgrade
