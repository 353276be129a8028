// The grades of a class as a table.
#pragma once

#include <string>
#include <vector>

#include "export/counting.h"
#include "export/ungraded.h"
#include "gradebook/gradebook.h"

namespace warpgrade {

/// All on one line: "tidy code [+2] (smith); dot.cu:31: why twice? (smith)".
std::string comments_text(const std::vector<Comment>& comments);

/// One line a grade, one for each student of a group; the first line names the columns. UTF-8, as
/// RFC 4180 has it, and no cell is a formula; what is open has empty points and its cause. Whoever
/// has no grade has a line at the end, which says why. The score is before the penalty that
/// lateness costs by `rules`.
std::string grades_csv(const std::vector<GradebookRow>& grades,
                       const std::vector<Ungraded>& without = {}, const CountingRules& rules = {});

}  // namespace warpgrade
