// What an instructor opens of a graded class, beside the reports: grades.csv and class.html, from
// the gradebook alone.
#pragma once

#include <filesystem>
#include <vector>

#include "export/counting.h"
#include "gradebook/grade_history.h"
#include "report/class_summary.h"

namespace warpgrade {

/// What stands now, by student, lab and attempt: the latest grade of all that was handed in at the
/// last import. Late is what the site says or what comes after `rules` say that it was due.
std::vector<GradebookRow> grades_of_class(const GradeHistory& history, const CountingRules& rules);

/// Writes both into `out`, with what lateness costs by `rules`.
void write_class_files(const std::filesystem::path& out, const GradeHistory& history,
                       const std::vector<GradebookRow>& grades, const CountingRules& rules);

/// The page of that grade's student, with what the instructor says and what lateness costs in it:
/// PAGE.html that is there, or `page` in its place.
void write_page(const std::filesystem::path& out, const GradebookRow& row,
                const CountingRules& rules, const std::string& page = "");

}  // namespace warpgrade
