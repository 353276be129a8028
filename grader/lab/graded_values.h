// Values that differ widely in magnitude, for products: what a mistaken index multiplies shows.
#pragma once

#include "base/random.h"
#include "lab/problem.h"

namespace warpgrade {

/// The dimension of a product's second factor that is summed over.
enum class Inner { rows, columns };

/// Rows of `a` differ by up to 2^24 in magnitude, and so do its columns, which `b` undoes along
/// `inner`; the other lines of `b` differ as well. A mistaken index multiplies values that were
/// never meant for each other.
void fill_graded(Array& a, Array& b, Inner inner, Random& random);

}  // namespace warpgrade
