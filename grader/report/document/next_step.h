// What to do now.
#pragma once

#include <string>

#include "model/result.h"

namespace warpgrade {

struct NextStep {
  std::string sentence;
  std::string command;  // to copy, or ""
};

/// Follows from the first task in the lab's order that lost points; then from what is open.
NextStep next_step(const GradeResult& grade);

}  // namespace warpgrade
