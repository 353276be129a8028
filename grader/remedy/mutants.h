// Changes that make a right program wrong, as students write it: with them a lab's author sees
// which mistakes the lab's cases do not find.
#pragma once

#include <string>
#include <vector>

#include "remedy/proposals.h"

namespace warpgrade::remedy {

/// Of what the task's function `entry` runs: a barrier, a store, a call or a test left out, an
/// atomic update that is none, and other comparisons, connectives, sizes, numbers, signs and
/// variables.
std::vector<Proposal> mutants(const Code& code, const std::string& file, const std::string& entry);

}  // namespace warpgrade::remedy
