// From a class's grades to what an instructor wants to know of them.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "class_pages/class_summary.h"
#include "gradebook/gradebook.h"

namespace warpgrade {

/// `rows` by student, lab and attempt, as Gradebook::grades() gives them. `json_of` fetches one's
/// whole grade, or "" where there is none; what cannot be read in it is left out. Few of them are
/// in memory at a time. `has_page`: the student's page is there. Statistics are of each student's
/// last attempt at each lab.
ClassSummary summary_of(const std::vector<GradebookRow>& rows,
                        const std::function<std::string(const GradebookRow&)>& json_of,
                        const std::function<bool(const GradebookRow&)>& has_page);

}  // namespace warpgrade
