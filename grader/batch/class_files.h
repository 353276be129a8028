// What an instructor opens of a graded class, beside the reports: grades.csv and class.html, from
// the gradebook alone.
#pragma once

#include <cstddef>
#include <filesystem>
#include <vector>

#include "class_pages/class_summary.h"
#include "export/counting.h"
#include "export/ungraded.h"
#include "gradebook/grade_history.h"

namespace warpgrade {

/// What stands now, by student, lab and attempt: the latest grade of what was imported last of each
/// student, with earlier attempts where `rules` may count one of them. Late is what the site says
/// or what comes after `rules` say that it was due.
std::vector<GradebookRow> grades_of_class(const GradeHistory& history, const CountingRules& rules);

/// Of whom there is no grade, and why. While grades remain to be given nobody is called absent.
std::vector<Ungraded> ungraded_of_class(const GradeHistory& history,
                                        const std::vector<GradebookRow>& grades);

/// Writes both into `out`, with what lateness costs by `rules`, and each page on which that
/// changed. Returns how many pages.
std::size_t write_class_files(const std::filesystem::path& out, const GradeHistory& history,
                              const std::vector<GradebookRow>& grades, const CountingRules& rules);

/// The page of that grade's student, with what the instructor says and what lateness costs in it:
/// PAGE.html that is there, or `page` in its place. False: it says so already, or there is none.
bool write_page(const std::filesystem::path& out, const GradebookRow& row,
                const CountingRules& rules, const std::string& page = "");

}  // namespace warpgrade
