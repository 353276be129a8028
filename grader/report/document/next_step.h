// The student's next step.
#pragma once

#include <string>

#include "model/result.h"

namespace warpgrade {

struct NextStep {
  std::string sentence;
  std::string command;  // to copy; may be empty
};

/// Based on the first task in the lab's order that lost points; otherwise on what is pending.
NextStep next_step(const GradeResult& grade);

}  // namespace warpgrade
