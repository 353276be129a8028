// Whether a checked call's report can be trusted. The checked code runs in the same process as the
// check, so this compares the report with what the grader knows independently.
#pragma once

#include "causes/cause.h"
#include "memcheck/check_report.h"
#include "model/result.h"
#include "process/worker.h"
#include "toolchain/build.h"

namespace warpgrade {

/// A reason for doubt, or an empty cause. For a call that returned.
Cause reason_to_doubt(const CheckReport& report, const CallImage& image,
                      const CallOutcome& outcome);

/// The same, if the host seems to have computed the results. `device_pointers`: where the results
/// are.
Cause is_computed_by_host(const CheckReport& report, const CallImage& image,
                          const CallOutcome& outcome, bool device_pointers);

/// The same for a call with device pointers: host code has read so much of the device's data that
/// it could have computed the results. `share`: the part of the inputs' words that it may read.
Cause host_reads_inputs(const CheckReport& report, const CallImage& image, double share);

/// The same for a case called with and without the check: it launched kernels that the check has
/// not seen. `launched`: in calls without the check; `watched`: in the whole check.
Cause is_other_code(const LaunchedKernels& launched, const LaunchedKernels& watched);

/// The same for the program: it uses functions that are on no list of harmless ones
/// (unlisted_uses.h).
Cause reason_to_doubt(const Build& build);

}  // namespace warpgrade
