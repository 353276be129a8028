// Parameters that a function ignores where they count.
#pragma once

#include <string>
#include <vector>

#include "remedy/code.h"

namespace warpgrade::remedy {

/// The whole numbers among the function's parameters that occur neither in the loop nor in another
/// one, and set nothing: the function uses them in tests (`if (n == 0)`) and `return` at most.
std::vector<std::string> unused_limits(const Code& code, const Function& f, const Statement& loop);

}  // namespace warpgrade::remedy
