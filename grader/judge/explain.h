// What happened when a call did not come back with values: verdict and reason, for the student.
#pragma once

#include <functional>
#include <string>

#include "judge/child.h"
#include "lab/verdict.h"

namespace warpgrade {

struct Explanation {
  Verdict verdict = Verdict::ok;  // ok: nothing to explain, the values decide
  std::string detail;
};

/// The child ended, or its reply tells of an error. `line_of` turns an address into "file.cu:31".
/// What looks like our own trouble is grader_error: it is the child's word alone, so it opens this
/// case and stops nothing else.
Explanation explain(const CallOutcome& outcome, const Limits& limits,
                    const std::function<std::string(std::uint64_t)>& line_of);

}  // namespace warpgrade
