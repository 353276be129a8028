// Explains a call that did not return values: verdict and reason, as causes.
#pragma once

#include <functional>
#include <string>

#include "causes/cause.h"
#include "findings/verdict.h"
#include "process/worker.h"

namespace warpgrade {

struct Explanation {
  Verdict verdict = Verdict::ok;  // ok: nothing to explain, the values decide
  Causes detail = {};
  bool doubtful = false;  // possibly caused by others, or a false claim
  Verdict if_submission_fault =
      Verdict::crashed;  // doubtful: the verdict if nobody else is to blame
  Cause claim = {};      // doubtful: the process's claim about the machine
};

/// The worker ended, or its reply reports an error. `find_line` turns an address into "file.cu:31".
/// Apparent trouble of the machine is doubtful; it is grader_error if the worker reports it or the
/// sandbox was ended from outside. For a submission's call, fair_call.h then decides.
Explanation explain(const CallOutcome& outcome, const Limits& limits,
                    const std::function<std::string(std::uint64_t)>& find_line);

}  // namespace warpgrade
