// Verifies one call by what came back from it.
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

/// Likewise; taken from the run's generated cases if it has any.
std::shared_ptr<const GeneratedCase> generated_case(const TaskRun& run, const Case& c,
                                                    std::uint64_t draw = 0);

/// The least work that the case needs.
Work least_work(const TaskRun& run, const Case& c);

struct CallVerdict {
  Verdict verdict = Verdict::ok;
  Causes detail;                       // what is wrong, where and why; for ok a remark or nothing
  std::vector<Reading> readings = {};  // of the outputs that are wrong: hypotheses.h
  bool came_back = false;              // without an error: the arrays decided
  bool values = false;     // they are wrong in the outputs, not in guard bands or inputs
  bool finite = true;      // no NaN and no infinity in the outputs
  bool whole = false;      // outputs are whole numbers, which garbage does not turn into a NaN
  bool untouched = false;  // nothing was written, right or not
  // The machine may be to blame, or the submission claims so: see fair_call.h.
  bool doubtful = false;
  Verdict if_submission_fault =
      Verdict::crashed;  // doubtful: the verdict if the submission is to blame
  Cause claim;           // doubtful: what its process claims about the machine
};

/// Verifies what needs no right values: how the call ended, its guard bands and its inputs. If that
/// is `ok`, the outputs decide.
CallVerdict verify_all_but_outputs(const TaskRun& run, const Case& c, const CallImage& image,
                                   const CallOutcome& outcome);

CallVerdict verify(const TaskRun& run, const Case& c, const GeneratedCase& generated,
                   const CallImage& image, const CallOutcome& outcome);

/// The largest share of their error bounds that correct outputs use.
double share_of_bounds(const GeneratedCase& generated, const CallImage& image,
                       const CallOutcome& outcome);

}  // namespace warpgrade
