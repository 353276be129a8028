// Values of very different magnitudes for products, which reveal index mistakes.
#pragma once

#include "base/random.h"
#include "lab/problem.h"

namespace warpgrade {

/// The dimension of the second factor that is summed over.
enum class Inner { rows, columns };

/// Rows of `a` differ by up to 2^24 in magnitude, and so do its columns, which `b` compensates
/// along `inner`; the other lines of `b` differ, too. A wrong index multiplies values of unrelated
/// magnitudes.
void fill_graded(Array& a, Array& b, Inner inner, Random& random);

}  // namespace warpgrade
