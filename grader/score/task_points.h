// Correctness points of a task from how its cases went.
#pragma once

#include <vector>

#include "findings/verdict.h"
#include "score/points.h"

namespace warpgrade {

/// One case, as far as points go.
struct CaseOutcome {
  double weight = 1;
  Verdict verdict = Verdict::ok;  // of its values
  bool has_work = true;           // false: an empty function (size 0) or zeros would do
};

/// earned + pending + lost is exactly the task's points.
struct TaskPoints {
  Points earned, pending, lost;
};

/// `total` in proportion to the weights of the cases that passed; a case whose verdict is open
/// keeps its part pending. A case without work earns only beside a passed case with work, so that
/// an empty function scores 0, and so does one that sets zeros: until one passes its part is
/// pending while one is open, and lost otherwise. Throws GraderError where points depend on cases
/// that do not exist: `total` is not 0, and there is no case with work.
TaskPoints correctness_points(Points total, const std::vector<CaseOutcome>& cases);

/// The points where one verdict holds for the whole task and no case ran (it does not compile, the
/// device is not here).
TaskPoints points_of(Points total, Verdict verdict);

}  // namespace warpgrade
