// Leaves out of a grade what its lab does not tell.
#pragma once

#include "lab/manifest.h"
#include "model/result.h"

namespace warpgrade {

/// How much is told where `asked` is wished for. Throws UsageError where that is more than the lab
/// tells its students and no instructor asks.
Tell told(const Lab& lab, std::optional<Tell> asked, bool instructors);

/// Cuts what visible cases found down to `tell`; in full it stays in `untold`, which no student's
/// copy has. What a compiler says stays as it is: any compiler says it.
void redact(GradeResult& result, Tell tell);

}  // namespace warpgrade
