// A grade without what hidden cases would tell a student.
#pragma once

#include "model/result.h"

namespace warpgrade {

/// What may be shown to whoever wrote the submission. Of a hidden case that is whether it is right
/// and its verdict. Left out is all that the submission can choose while it sees the case, and all
/// that depends on the case's sizes and values: details, times, what was printed, findings and
/// costs of hidden cases alone, commands that repeat them. Points, verdicts and all other cases
/// stay.
GradeResult students_copy(GradeResult grade);

/// A grade that was made elsewhere, with the paths that its student has: what the commands in it
/// call the submission is the skeleton's folder, in place of `graded_as`.
GradeResult with_students_paths(GradeResult grade, const std::string& graded_as);

/// Whether there is anything that the copy leaves out.
bool any_hidden(const GradeResult& grade);

}  // namespace warpgrade
