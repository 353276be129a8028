// The costs of a kernel's memory accesses as a table, line by line.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "findings/costs.h"
#include "report/page.h"

namespace warpgrade {

/// Adds the first `most` lines; nothing if there are none.
void add_cost_table(Page& page, const std::vector<LineCosts>& lines, std::size_t most);

/// "3", "3.2"
std::string one_decimal(double value);

}  // namespace warpgrade
