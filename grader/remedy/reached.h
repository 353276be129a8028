// The functions of a file that a task runs.
#pragma once

#include <set>
#include <string>

#include "remedy/code.h"

namespace warpgrade::remedy {

/// Names of `entry` and all functions of this file that it calls or launches. Empty without
/// `entry`.
std::set<std::string> functions_reached(const Code& code, const std::string& entry);

}  // namespace warpgrade::remedy
