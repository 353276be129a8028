// The system files visible to a submission's program: the libraries that g++ and nvcc always link
// and, on a GPU, CUDA's driver. A library that is not visible cannot be loaded.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "sandbox/sandbox.h"

namespace warpgrade {

/// The paths at which programs find those files. Determined once with the loader. Throws
/// GraderError.
std::vector<std::filesystem::path> shared_objects(const Sandbox& sandbox, bool gpu);

/// Parses the output of `ld.so --list`.
std::vector<std::filesystem::path> paths_listed(const std::string& listed);

}  // namespace warpgrade
