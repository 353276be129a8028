// Whether anybody has begun to write a function, from its source alone: what a call left untouched
// may be a result that was never copied back.
#pragma once

#include <string>

#include "remedy/code.h"

namespace warpgrade {

/// The function stands in `code`, and neither it nor what it calls or launches there stores
/// anything, calls CUDA or anything else that is not in this file.
bool has_empty_body(const remedy::Code& code, const std::string& function);

}  // namespace warpgrade
