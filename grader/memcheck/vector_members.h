// Lines whose accesses to memory are accesses to members of CUDA's vectors.
#pragma once

#include <string_view>

namespace warpgrade {

/// Whether the line accesses members such as `a[i].x` of what the source declares as `float4` or
/// the like, and nothing else: so that what it accesses, one member after the other, is what nvcc
/// accesses at once. False where the text leaves a doubt.
bool accesses_only_members(std::string_view source, int line);

}  // namespace warpgrade
