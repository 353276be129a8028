// What comes out of usual mistakes in Jacobi's iteration on a grid.
#pragma once

#include <string>
#include <vector>

#include "grid.h"
#include "lab/reference.h"

namespace warpgrade::poisson {

/// Wrong answers to k sweeps from `start`, for the function `entry`.
std::vector<Alternative> known_wrong_answers(const Grid& grid, const Values& start, long long k,
                                             const std::string& entry);

}  // namespace warpgrade::poisson
