// What a command throws, told to whoever typed it.
#pragma once

#include <functional>

namespace warpgrade {

/// Runs it. The exit status: its own, or that of what it throws, which is told on standard error.
int report_errors(const std::function<int()>& work);

}  // namespace warpgrade
