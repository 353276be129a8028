// What happened when a call did not come back with values: verdict and reason, as causes.
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
  bool doubtful = false;  // others may have caused it, or it may be a lie
  Verdict if_submission_fault =
      Verdict::crashed;  // doubtful: what it is where nobody else is to blame
  Cause claim = {};      // doubtful: what the process said of the machine
};

/// The worker ended, or its reply tells of an error. `find_line` turns an address into
/// "file.cu:31". What looks like trouble of the machine is doubtful, and grader_error where the
/// worker says so or the sandbox was ended from outside: of a submission's call nobody takes that
/// for the last word (fair_call.h).
Explanation explain(const CallOutcome& outcome, const Limits& limits,
                    const std::function<std::string(std::uint64_t)>& find_line);

}  // namespace warpgrade
