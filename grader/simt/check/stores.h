// Of how much of an array the check saw that it was stored.
#pragma once

#include <vector>

#include "simt/check_report.h"

namespace simt::check {

/// Fills the report's `arrays`, as far as they lie in memory that has cells.
void count_stores(const std::vector<Array>& arrays, Report& report);

}  // namespace simt::check
