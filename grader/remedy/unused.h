// Changes after which a variable of the program would no longer be read.
#pragma once

#include <vector>

#include "remedy/proposals.h"

namespace warpgrade::remedy {

/// Whether the change takes away the only place that reads a variable of its function.
bool leaves_unused(const Code& code, const Proposal& proposal);
/// Puts such changes last: they may make values right and work useless.
std::vector<Proposal> unused_last(const Code& code, std::vector<Proposal> all);

}  // namespace warpgrade::remedy
