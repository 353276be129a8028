// Advice on sums that stay in global memory while a loop adds to them.
#pragma once

#include <map>
#include <string>

#include "model/result.h"

namespace warpgrade {

/// Adds advice for lines such as `C[i] += a * b;` in a loop that goes over neither `C` nor `i`,
/// where they are a good part of their kernel's traffic. `sources`: texts by file.
void add_memory_sums(TaskResult& result, const std::map<std::string, std::string>& sources);

}  // namespace warpgrade
