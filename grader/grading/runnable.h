// Decides whether a task can run.
#pragma once

#include "lab/manifest.h"
#include "model/result.h"
#include "toolchain/build.h"

namespace warpgrade {

/// ok if the task can run. Otherwise `result` says why not: its detail, and findings of unsupported
/// features. With `check_only` forbidden libraries do not matter.
Verdict check_runnable(const Lab& lab, const Task& task, const Build& build, bool check_only,
                       TaskResult& result);

}  // namespace warpgrade
