// Chooses which pattern of wrong values is reported.
// Theory of operation. A pattern describes ("the last 3 rows are 0") or explains ("the result after
// one sweep fewer"). A description is valid for its own case. An explanation names a mistake, which
// would show in every case that it makes wrong. So an explanation is reported only if no case of
// the task, wrong or right, contradicts it; of several, the one that explains most. If none is
// left, the description is reported.
#pragma once

#include <string>
#include <vector>

#include "causes/cause.h"
#include "diagnosis/answer_check.h"

namespace warpgrade {

/// The name of the mistake that `cause` explains, the same in all cases; empty for a description.
std::string mistake_name(const Cause& cause);

/// The report for one answer without other cases: its first wrong element, then the most
/// informative pattern.
Causes explain_alone(const Reading& reading);

/// A case with wrong values.
struct WrongCase {
  Causes& detail;                        // contains explain_alone() of each reading
  const std::vector<Reading>& readings;  // one per output
  bool hidden = false;
};

/// Replaces explanations of single cases by those that fit most cases. For visible cases only
/// visible cases count; otherwise code could reveal there what it saw in hidden ones.
void choose_explanations(const std::vector<WrongCase>& cases);

/// Reduces "no block computes these" to "not written"; other causes stay.
Cause as_seen(Cause cause);

}  // namespace warpgrade
