// What is known of a task's kernels: what the compiler gave them and what the check counted.
#pragma once

#include <string>

#include "judge/result.h"

namespace warpgrade::html {

/// "" where nothing is known.
std::string kernels(const TaskResult& task);

}  // namespace warpgrade::html
