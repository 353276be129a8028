// The iterate or the limit of Jacobi's iteration from x = 0, and how far a program in floating
// point may be from it.
#pragma once

#include "lab/reference.h"
#include "sweep.h"

namespace warpgrade::jacobi {

struct Solution {
  Sweep sweep;
  Values x;
  Values bound;  // of the error of each element of x
};

/// `limit`: chaotic relaxation is judged, by its distance from the limit, in place of the k-th
/// iterate. Throws GraderError where no answer can be judged.
Solution solve(int n, long long k, const Values& a, const Values& b, Real real,
               const Tolerance& tolerance, bool limit);

}  // namespace warpgrade::jacobi
