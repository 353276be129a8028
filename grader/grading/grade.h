// One grade, end to end: build, run, verify, score.
#pragma once

#include <functional>

#include "cases/preparation.h"
#include "model/grade_request.h"
#include "model/result.h"
#include "sandbox/sandbox.h"

namespace warpgrade {

/// Told what is known of a grade that is not finished: compiler's words, cases, the first findings.
/// Points are those that it would have if the rest stayed open.
using OnKnown = std::function<void(const GradeResult& so_far)>;

/// Throws UsageError (an unknown lab, task or case) and GraderError. Whatever the submission does
/// is in the result. `preparation`: for the same lab, type, seed, cases and (at least) tasks, or
/// none.
GradeResult grade(const GradeRequest& request, const Sandbox& sandbox, const OnProgress& progress,
                  const Preparation* preparation = nullptr, const OnKnown& on_known = {});

}  // namespace warpgrade
