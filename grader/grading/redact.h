// Cuts a grade down to the feedback that its lab gives.
#pragma once

#include "lab/manifest.h"
#include "model/result.h"

namespace warpgrade {

/// The level for a grade: `asked` if given, else the lab's. Throws UsageError if students ask for
/// more than the lab gives them.
FeedbackLevel effective_feedback(const Lab& lab, std::optional<FeedbackLevel> asked,
                                 bool instructors);

/// Cuts the results of visible cases down to that level. The full text stays in `unredacted`, which
/// students' copies lack. Compiler messages stay as they are.
void redact(GradeResult& result, FeedbackLevel feedback);

}  // namespace warpgrade
