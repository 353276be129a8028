// What is known of a task before any case of it runs.
#pragma once

#include "lab/manifest.h"
#include "model/result.h"
#include "toolchain/build.h"

namespace warpgrade {

/// ok: the task can run. Otherwise why not, in `result` (its detail, and findings of what is not
/// supported). With `check_only` forbidden libraries do not matter.
Verdict before_running(const Lab& lab, const Task& task, const Build& build, bool check_only,
                       TaskResult& result);

}  // namespace warpgrade
