// Prints the errors that a command throws.
#pragma once

#include <functional>

namespace warpgrade {

/// Runs `work`. Returns its exit status. An exception is printed to standard error and decides the
/// exit status.
int report_errors(const std::function<int()>& work);

}  // namespace warpgrade
