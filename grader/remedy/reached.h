// Which functions of a file a task runs.
#pragma once

#include <set>
#include <string>

#include "remedy/code.h"

namespace warpgrade::remedy {

/// `entry` and what it calls or launches in this file, by name. Empty if `entry` is not there.
std::set<std::string> functions_reached(const Code& code, const std::string& entry);

}  // namespace warpgrade::remedy
