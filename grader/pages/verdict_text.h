// What a verdict or a kind of findings means, and which causes are behind it.
#pragma once

#include <string>
#include <string_view>

#include "report/style.h"

namespace warpgrade {

/// For "crashed" or "wrong-memory"; empty for a name that is neither verdict nor kind.
std::string verdict_in_terminal(std::string_view name, const Style& style);

}  // namespace warpgrade
