// The table that graders fill: a line per hand-in, with columns for points, text and rubric items.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "export/counted_attempt.h"

namespace warpgrade {

/// CSV. A group has one line. `display_name`: what the student is called in the table; with
/// `is_anonymous` there is no column of names.
std::string grading_sheet(const std::vector<CountedGrade>& grades,
                          const std::set<std::string>& items, bool is_anonymous,
                          const std::function<std::string(const Student&)>& display_name);

}  // namespace warpgrade
