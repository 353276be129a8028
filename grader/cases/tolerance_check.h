// Refuses a tolerance that would let a wrong answer pass.
#pragma once

#include "lab/manifest.h"
#include "lab/real.h"
#include "lab/reference.h"

namespace warpgrade {

/// Tries every small case of every task: an answer of all zeros must be refused in each case whose
/// truth is not zero, and the right answer rounded to the next lower precision (half for float,
/// float for double) must be refused in at least one case of the task. Throws GraderError that
/// names task, case and what would pass.
void check_tolerances(const Lab& lab, const Reference& reference, Real real);

}  // namespace warpgrade
