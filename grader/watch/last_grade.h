// Stores a student's last grade, so that unchanged functions need no new grade.
#pragma once

#include <functional>
#include <string>

#include "model/grade_request.h"
#include "watch/kept.h"

namespace warpgrade::watch {

/// Grades all of the request's tasks, or fewer.
using MakeGrade = std::function<GradeResult(const GradeRequest&)>;

/// Theory of operation: after a grade, each task's result is stored with a hash of everything that
/// affected it: the source its function may depend on (affected.h) and the setting, that is, the
/// request, the lab's files, the solutions that speed is compared with, the program with its engine
/// and tools, and the machine with its GPUs. The next grade reuses results with equal hashes. When
/// in doubt, everything is regraded: a seed was given, a file does not compile or is a source not
/// covered here, or a result is open and a retry may complete it.
///
/// The results are in build/grades/, not next to the work: a submitted folder cannot contain
/// results that a grade would trust. Storage errors are ignored, and the task is graded.
///
/// For a student's own work. Calls `make` for the tasks to grade. `all`: reuse nothing. `time`: the
/// current time, for display.
GradeResult grade_what_changed(const GradeRequest& request, bool isolated, bool all,
                               const MakeGrade& make, const std::string& time);

}  // namespace warpgrade::watch
