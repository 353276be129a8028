// From where a call was seen that did not end to the loop that it did not leave.
#pragma once

#include <filesystem>
#include <vector>

#include "findings/finding.h"
#include "findings/finding_kind.h"

namespace warpgrade {

/// Looks at one loop become one finding, at the innermost loop of `submission`'s file that holds
/// all of them. Where there is none they stay at the line where the call was seen first. If what
/// keeps a thread there is a lock that several lanes of a warp take, the finding says so.
void name_endless_loops(std::vector<Finding>& findings, const std::filesystem::path& submission);

}  // namespace warpgrade
