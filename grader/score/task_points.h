// Correctness points of a task from the results of its cases.
#pragma once

#include <vector>

#include "findings/verdict.h"
#include "score/points.h"

namespace warpgrade {

/// A case's result, for scoring.
struct CaseOutcome {
  double weight = 1;
  Verdict verdict = Verdict::ok;  // verdict on its values
  bool has_work = true;           // false: an empty function (size 0) or zeros would pass
};

/// earned + pending + lost is exactly the task's points.
struct TaskPoints {
  Points earned, pending, lost;
};

/// Splits `total` in proportion to the weights of the passed cases. The part of a case with an open
/// verdict is pending. A case without work only earns if a case with work passed, so that a
/// function that does nothing or writes zeros scores 0. Until then its part is pending if a case
/// with work is open, and lost otherwise. Throws GraderError if `total` is not 0 and there is no
/// case with work.
TaskPoints correctness_points(Points total, const std::vector<CaseOutcome>& cases);

/// The points if one verdict holds for the whole task and no case ran (it does not compile, or
/// there is no device).
TaskPoints points_for_verdict(Points total, Verdict verdict);

}  // namespace warpgrade
