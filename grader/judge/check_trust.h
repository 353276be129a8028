// Whether the word of a checked call can be taken. The code that the check watches runs in the same
// process; what the parent can tell by itself, it compares.
#pragma once

#include "judge/check_report.h"
#include "judge/child.h"
#include "result/cause.h"
#include "toolchain/build.h"

namespace warpgrade {

/// Why not, where there is a reason. For a call that came back.
Cause reason_to_doubt(const CheckReport& report, const CallImage& image,
                      const CallOutcome& outcome);

/// Likewise of the program: it calls what only somebody needs who wants to speak in the check's
/// place.
Cause reason_to_doubt(const Build& build);

}  // namespace warpgrade
