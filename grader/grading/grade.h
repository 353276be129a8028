// One grade, end to end: build, run, verify, score.
#pragma once

#include <functional>

#include "cases/preparation.h"
#include "model/grade_request.h"
#include "model/result.h"
#include "sandbox/sandbox.h"

namespace warpgrade {

/// Called with the results so far of a grade in progress: compiler messages, cases, first findings.
/// Points are as if the rest stayed pending.
using OnPartialResult = std::function<void(const GradeResult& so_far)>;

/// Throws UsageError (an unknown lab, task or case) and GraderError, never for what the submission
/// does. `preparation`: null, or for the same lab, precision, seed and cases, and at least these
/// tasks.
GradeResult grade(const GradeRequest& request, const Sandbox& sandbox, const OnProgress& progress,
                  const Preparation* preparation = nullptr,
                  const OnPartialResult& on_partial_result = {});

}  // namespace warpgrade
