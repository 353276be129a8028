// Changes that make a right program wrong, like common mistakes of students: they show a lab's
// author which mistakes the lab's cases miss.
#pragma once

#include <string>
#include <vector>

#include "remedy/proposals.h"

namespace warpgrade::remedy {

/// Mutants of the code that the task's function `entry` runs: a barrier, store, call or test left
/// out, a plain update instead of an atomic one, and other comparisons, connectives, sizes,
/// numbers, signs and variables.
std::vector<Proposal> mutants(const Code& code, const std::string& file, const std::string& entry);

}  // namespace warpgrade::remedy
