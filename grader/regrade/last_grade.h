// A student's last grade, so that functions which have not changed since need no other.
#pragma once

#include <functional>
#include <string>

#include "model/grade_request.h"
#include "regrade/kept.h"

namespace warpgrade::regrade {

/// Grades what the request asks for, all of it or fewer tasks.
using MakeGrade = std::function<GradeResult(const GradeRequest&)>;

/// Theory of operation: after a grade each task's result is kept with a hash of all that decided
/// it. That is what its function may depend on in the source (affected.h), and the setting: the
/// request, the lab's files, the solutions that speed is compared with, the program with its engine
/// and tools, the machine with its GPUs. The next grade takes over the results of which all of this
/// is the same and makes the others. In doubt it makes all: a seed was given, a file does not
/// compile or is a source that is not looked at here, or something is open that a second try may
/// close.
///
/// The results lie in build/grades/, not beside the work: a folder that somebody handed in brings
/// nothing along that a grade could believe. What cannot be kept or read is graded, and nothing is
/// said.
///
/// For a student's own loop. `make` is called for what has to be graded; `all`: take nothing over;
/// `time` is now, for people.
GradeResult grade_what_changed(const GradeRequest& request, bool isolated, bool all,
                               const MakeGrade& make, const std::string& time);

}  // namespace warpgrade::regrade
