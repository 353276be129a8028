// Which of the patterns that hold of wrong values is told.
//
// Theory of operation. A pattern describes ("the last 3 rows are 0") or explains ("the result after
// one sweep fewer"). A description is true of its case whatever is told of others. An explanation
// names a mistake, and one mistake leaves its trace in every case that it makes wrong: so it is
// told only where no case of the task speaks against it, wrong or right, and of several the one
// that explains most. Where none is left, what is seen is described.
#pragma once

#include <string>
#include <vector>

#include "causes/cause.h"
#include "diagnosis/answer_check.h"

namespace warpgrade {

/// What is the same in all cases with the mistake that `cause` explains; "" where it describes.
std::string mistake_name(const Cause& cause);

/// What is told of one answer as long as nothing else is known: its first wrong element, then the
/// pattern that says most.
Causes explain_alone(const Reading& reading);

/// A case with wrong values.
struct WrongCase {
  Causes& detail;                        // explain_alone(each of the readings) stands in it
  const std::vector<Reading>& readings;  // of its outputs
  bool hidden = false;
};

/// Replaces what was told of each case alone by what explains most of them. What a visible case is
/// told follows from visible cases only: else code could tell there what it saw in hidden ones.
void choose_explanations(const std::vector<WrongCase>& cases);

/// Of "no block computes these" only that they were not written; any other cause as it is.
Cause as_seen(Cause cause);

}  // namespace warpgrade
