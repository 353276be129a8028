// Summarizes a class's grades for the instructor.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "class_pages/class_summary.h"
#include "gradebook/gradebook.h"

namespace warpgrade {

/// `rows`: sorted by student, lab and attempt, as from Gradebook::grades(). `load_json` returns a
/// row's full grade, or ""; unreadable parts are skipped. Only a few are in memory at a time.
/// `has_page`: whether the student's page exists. Statistics use each student's last attempt at
/// each lab.
ClassSummary summarize_class(const std::vector<GradebookRow>& rows,
                             const std::function<std::string(const GradebookRow&)>& load_json,
                             const std::function<bool(const GradebookRow&)>& has_page);

}  // namespace warpgrade
