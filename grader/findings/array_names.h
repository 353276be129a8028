// Names the arrays of findings as the source does: the check knows only where they were allocated.
#pragma once

#include <map>
#include <string>

#include "causes/cause.h"

namespace warpgrade {

/// Writes "ux[1]" in place of "element 1 (of 4 bytes) of the array of 8 bytes allocated at a.cu:46"
/// where that line of `sources` (texts by file name) allocates ux and nothing else.
void name_arrays(Cause& cause, const std::map<std::string, std::string>& sources);

}  // namespace warpgrade
