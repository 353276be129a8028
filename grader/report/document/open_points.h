// Points that could not be decided: why, told once for all tasks.
#pragma once

#include <string>
#include <vector>

#include "model/result.h"
#include "report/style.h"

namespace warpgrade {

/// A paragraph; its lead in a tone of its own.
struct Remark {
  Tone tone;
  std::string lead, text;
  bool more = false;  // about the one before
};

std::vector<Remark> open_points(const GradeResult& grade);

/// True where something is open for which the CPU engine is not enough.
bool needs_gpu(const GradeResult& grade);

/// True where something is open and pending for another reason.
bool waits_for_more(const GradeResult& grade);

/// True where this machine has a GPU, used or not.
bool has_gpu(const GradeResult& grade);

/// True where something is open for that reason.
bool has_open(const GradeResult& grade, Verdict verdict);

}  // namespace warpgrade
