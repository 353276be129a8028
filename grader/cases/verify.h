// Generates a case and says of one call whether it went well, from what came back alone.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "cases/generated_cases.h"
#include "cases/run_task.h"
#include "diagnosis/answer_check.h"
#include "model/call_image.h"
#include "process/worker.h"

namespace warpgrade {

/// The case's values: the same for the same seed, and others of the same sizes for each `draw`.
GeneratedCase generate(const TaskRun& run, const Case& c, std::uint64_t draw = 0);

/// Likewise; made already, where the run keeps them.
std::shared_ptr<const GeneratedCase> generated_case(const TaskRun& run, const Case& c,
                                                  std::uint64_t draw = 0);

/// What the case costs at least.
Work work_of(const TaskRun& run, const Case& c);

struct CallVerdict {
  Verdict verdict = Verdict::ok;
  Causes detail;                       // what is wrong, where and why; for ok a remark or nothing
  std::vector<Reading> readings = {};  // of the outputs that are wrong: hypotheses.h
  bool came_back = false;              // without an error: the arrays decided
  bool values = false;     // they are wrong in the outputs, not in guard bands or inputs
  bool finite = true;      // no NaN and no infinity in the outputs
  bool untouched = false;  // nothing was written, right or not
  // The machine may be behind it, or the submission only says so: fair_call.h finds out.
  bool doubtful = false;
  Verdict if_theirs = Verdict::crashed;  // doubtful: where the submission is
  Cause claim;                           // doubtful: what its process said of the machine
};

/// What is seen without the right values: how the call ended, its guard bands and its inputs. Where
/// it is `ok`, the outputs decide.
CallVerdict verify_all_but_outputs(const TaskRun& run, const Case& c, const CallImage& image,
                                   const CallOutcome& outcome);

CallVerdict verify(const TaskRun& run, const Case& c, const GeneratedCase& generated,
                   const CallImage& image, const CallOutcome& outcome);

/// Of outputs that are right: how much of their bounds they need (share_of_bound()).
double share_of_bounds(const GeneratedCase& generated, const CallImage& image,
                       const CallOutcome& outcome);

}  // namespace warpgrade
