// Pending points and why, merged over all tasks.
#pragma once

#include <string>
#include <vector>

#include "model/result.h"
#include "report/style.h"

namespace warpgrade {

/// A paragraph whose beginning has its own color.
struct Remark {
  Tone tone;
  std::string lead, text;
  bool more = false;  // refers to the previous remark
};

std::vector<Remark> open_points(const GradeResult& grade);

/// Whether something is pending that the CPU engine cannot decide.
bool needs_gpu(const GradeResult& grade);

/// Whether something is pending for another reason.
bool waits_for_more(const GradeResult& grade);

/// Whether this machine has a GPU, used or not.
bool has_gpu(const GradeResult& grade);

/// Whether something is pending for that reason.
bool has_open(const GradeResult& grade, Verdict verdict);

}  // namespace warpgrade
