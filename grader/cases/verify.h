// Verifies one call from the memory and reply that it returned.
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

/// The same, but from the run's generated cases if it has any.
std::shared_ptr<const GeneratedCase> generated_case(const TaskRun& run, const Case& c,
                                                    std::uint64_t draw = 0);

/// The minimum work that the case requires.
Work least_work(const TaskRun& run, const Case& c);

struct CallVerdict {
  Verdict verdict = Verdict::ok;
  Causes detail;                       // what is wrong, where and why; for ok, a remark or empty
  std::vector<Reading> readings = {};  // the wrong outputs: hypotheses.h
  bool completed = false;              // returned without an error, so the arrays decide
  bool values = false;                 // outputs are wrong, not guard bands or inputs
  bool finite = true;                  // no NaN and no infinity in the outputs
  bool whole = false;                  // outputs are whole numbers, where garbage is never NaN
  bool untouched = false;              // nothing was written, whether right or not
  // The machine may be to blame, or the submission claims so (fair_call.h).
  bool doubtful = false;
  Verdict if_submission_fault =
      Verdict::crashed;  // doubtful: the verdict if the submission is to blame
  Cause claim;           // doubtful: what its process claims about the machine
};

/// Verifies everything but the outputs: how the call ended, its guard bands and its inputs. If that
/// is `ok`, the outputs decide.
CallVerdict verify_all_but_outputs(const TaskRun& run, const Case& c, const CallImage& image,
                                   const CallOutcome& outcome);

CallVerdict verify(const TaskRun& run, const Case& c, const GeneratedCase& generated,
                   const CallImage& image, const CallOutcome& outcome);

/// The largest fraction of its error bound that an output uses.
double share_of_bounds(const GeneratedCase& generated, const CallImage& image,
                       const CallOutcome& outcome);

}  // namespace warpgrade
