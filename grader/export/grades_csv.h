// The grades of a class as CSV.
#pragma once

#include <string>
#include <vector>

#include "export/counted_attempt.h"
#include "export/ungraded.h"
#include "gradebook/gradebook.h"

namespace warpgrade {

/// The name of the hand-in's group, else its members' ids; "" for a single student.
std::string team_text(const Student& student);

/// Comments in one line: "tidy code [+2] (smith); dot.cu:31: why twice? (smith)".
std::string comments_text(const std::vector<Comment>& comments);

/// One row per grade and group member, with a title row. UTF-8, RFC 4180, no cell is a formula.
/// Open grades have a cause and no points. Students without a grade have rows at the end, with the
/// reason. The score is before the late penalty of `rules`.
std::string grades_csv(const std::vector<GradebookRow>& grades,
                       const std::vector<Ungraded>& without = {}, const CountingRules& rules = {});

}  // namespace warpgrade
