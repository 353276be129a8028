// Whether a function has been written at all, judged by its source: untouched outputs alone may
// also mean that a result was never copied back.
#pragma once

#include <string>

#include "remedy/code.h"

namespace warpgrade {

/// Whether `code` contains the function, and neither it nor a function of this file that it calls
/// or launches stores anything or calls CUDA or code outside of this file.
bool has_empty_body(const remedy::Code& code, const std::string& function);

}  // namespace warpgrade
