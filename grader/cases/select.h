// Which tasks and cases of a lab a request is about.
#pragma once

#include "lab/manifest.h"
#include "model/grade_request.h"

namespace warpgrade {

/// Leaves in `lab` what the request names, with its data files as cases. Throws UsageError for a
/// task or case that there is not.
void select(Lab& lab, const GradeRequest& request);

/// Makes the data files of the project that the lab's cases need and that are not stored.
void make_missing_data(const Lab& lab, const GradeRequest& request, const OnProgress& progress);

}  // namespace warpgrade
