// Lines whose accesses to memory are accesses to members of vectors.
#pragma once

#include <string_view>

namespace warpgrade {

/// Whether the line has a member such as `a[i].x`, and no element without one: so that what it
/// accesses, one member after the other, is what nvcc accesses at once.
bool accesses_only_members(std::string_view line);

}  // namespace warpgrade
