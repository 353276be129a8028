// Selects the tasks and cases of a lab that a request names.
#pragma once

#include "lab/manifest.h"
#include "model/grade_request.h"

namespace warpgrade {

/// Reduces `lab` to what the request names and adds the request's data files as cases. Throws
/// UsageError for an unknown task or case.
void select(Lab& lab, const GradeRequest& request);

/// Makes the project's data files that the lab's cases need and that do not exist yet.
void make_missing_data(const Lab& lab, const GradeRequest& request, const OnProgress& progress);

}  // namespace warpgrade
