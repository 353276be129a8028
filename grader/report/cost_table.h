// What the accesses of a kernel cost, line by line, as a table.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "findings/costs.h"
#include "report/page.h"

namespace warpgrade {

/// The first `most` of them; nothing where there are none.
void add_cost_table(Page& page, const std::vector<LineCosts>& lines, std::size_t most);

/// "3", "3.2"
std::string in_tenths(double value);

}  // namespace warpgrade
