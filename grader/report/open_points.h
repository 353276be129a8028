// Points that could not be decided: why, told once for all tasks.
#pragma once

#include "judge/result.h"
#include "report/page.h"

namespace warpgrade {

void add_open_points(Page& page, const GradeResult& grade);

/// True where something is open for which the CPU engine is not enough.
bool needs_gpu(const GradeResult& grade);

/// True where something is open and pending for another reason.
bool waits_for_more(const GradeResult& grade);

/// True where this machine has a GPU, used or not.
bool has_gpu(const GradeResult& grade);

/// True where something is open for that reason.
bool has_open(const GradeResult& grade, Verdict verdict);

}  // namespace warpgrade
