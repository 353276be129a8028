// Lines on the standard output, whatever others wrote into them.
#pragma once

#include <string>

namespace warpgrade {

/// What a terminal cannot show becomes visible.
void say(const std::string& line);

}  // namespace warpgrade
