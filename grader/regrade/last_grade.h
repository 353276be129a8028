// Keeps a student's last grade, so that only changed tasks are regraded.
#pragma once

#include <functional>
#include <string>

#include "model/grade_request.h"
#include "regrade/kept_results.h"

namespace warpgrade::regrade {

/// Grades a request.
using MakeGrade = std::function<GradeResult(const GradeRequest&)>;

/// Theory of operation: each task's result is kept with a hash of everything that decided it: what
/// its function may depend on in the source (affected.h), and the setting, which is the request,
/// the lab's files, the solutions that speed is compared with, the program with its engine and
/// tools, and the machine with its GPUs. The next grade reuses results with equal hashes and makes
/// the others. When in doubt, everything is regraded: a seed was given, a file does not compile or
/// is not among the files read here, or a second try may decide an open result.
/// The results are in build/grades/, not next to the submission, so that a submitted folder cannot
/// contain results. Results that cannot be kept or read are regraded without a message.
/// For students' own grades. Calls `make` for what has to be graded. `all`: regrade everything.
/// `time`: the current time, for display.
GradeResult grade_what_changed(const GradeRequest& request, bool isolated, bool all,
                               const MakeGrade& make, const std::string& time);

}  // namespace warpgrade::regrade
