// Finds the loop in which a call that did not end was interrupted.
#pragma once

#include <filesystem>
#include <vector>

#include "findings/finding.h"
#include "findings/finding_kind.h"

namespace warpgrade {

/// Merges samples of one loop into a finding at the innermost loop of `submission`'s file that
/// contains all of them. Without such a loop, they stay at the first sampled line. If a lock that
/// several lanes of a warp take keeps a thread there, the finding says so.
void name_endless_loops(std::vector<Finding>& findings, const std::filesystem::path& submission);

}  // namespace warpgrade
