// A grade without what hidden cases would reveal to a student.
#pragma once

#include "model/result.h"

namespace warpgrade {

/// The copy that may be shown to the submission's author. Of hidden cases it has only how
/// many of a task passed, failed and are open: they are numbered by that. It leaves out everything
/// that the submission can choose while it sees the case, and everything that depends on the case's
/// sizes and values: details, times, output, findings and costs of hidden cases only, commands that
/// repeat them, and verdicts that only hidden cases explain. Points and all other cases stay.
GradeResult students_copy(GradeResult grade);

/// A grade made elsewhere, with the student's paths: its commands name the skeleton's folder as the
/// submission, not `graded_as`.
GradeResult with_students_paths(GradeResult grade, const std::string& graded_as);

/// Whether the copy leaves anything out.
bool any_hidden(const GradeResult& grade);

}  // namespace warpgrade
