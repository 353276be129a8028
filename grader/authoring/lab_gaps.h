// Gaps that an instructor may have overlooked in a gradable lab.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "lab/manifest.h"

namespace warpgrade {

/// "labs/scan/scan.h: as in the example histogram", one sentence each. `lab` was read by
/// load_lab().
std::vector<std::string> lab_gaps(const std::filesystem::path& root, const Lab& lab);

}  // namespace warpgrade
