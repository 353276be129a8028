// Whether the word of a checked call can be taken. The code that the check watches runs in the same
// process; what the grader can tell by itself, it compares.
#pragma once

#include "causes/cause.h"
#include "memcheck/check_report.h"
#include "model/result.h"
#include "process/worker.h"
#include "toolchain/build.h"

namespace warpgrade {

/// Why not, where there is a reason. For a call that came back.
Cause reason_to_doubt(const CheckReport& report, const CallImage& image,
                      const CallOutcome& outcome);

/// Likewise: the results seem to be the host's work. `device_pointers`: where they lie.
Cause is_hosts_work(const CheckReport& report, const CallImage& image, const CallOutcome& outcome,
                    bool device_pointers);

/// Likewise of a call with device pointers: host code has read so much of what the device holds
/// that it could have computed the results. `share`: of the words of the inputs, what it may read.
Cause host_reads_inputs(const CheckReport& report, const CallImage& image, double share);

/// Likewise of a case that was called both ways: it launched what the check has not seen at all.
/// `launched`: in calls that nothing watched; `watched`: in all of the check.
Cause is_other_code(const LaunchedKernels& launched, const LaunchedKernels& watched);

/// Likewise of the program: it uses what is on no list of what is harmless (unlisted_uses.h).
Cause reason_to_doubt(const Build& build);

}  // namespace warpgrade
