// Writes the overviews of a graded class, grades.csv and class.html, from the gradebook.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "class_pages/class_summary.h"
#include "export/counted_attempt.h"
#include "export/ungraded.h"
#include "gradebook/grade_history.h"

namespace warpgrade {

/// The current grades, ordered by student, lab and attempt: the latest grade of each student's last
/// import, and of earlier attempts if `rules` may count one of them. A grade's `late` is the course
/// site's mark.
std::vector<GradebookRow> class_grades(const GradeHistory& history, const CountingRules& rules);

/// Students without a grade, and why. While grades are still missing, nobody is absent.
std::vector<Ungraded> ungraded_in_class(const GradeHistory& history,
                                        const std::vector<GradebookRow>& grades);

/// Writes both files into `out`, with late penalties by `rules`, and updates each student's page
/// whose penalty changed. Returns the number of updated pages.
std::size_t write_class_files(const std::filesystem::path& out, const GradeHistory& history,
                              const std::vector<GradebookRow>& grades, const CountingRules& rules);

/// The same from the gradebook in `out`.
void update_class_files(const std::filesystem::path& out, const CountingRules& rules);

/// The page of a grade with the instructor's comments, and the lateness and points of one member of
/// the group.
std::string page_of_member(std::string page, const GradebookRow& row, const Student& member,
                           const CountingRules& rules);

/// Writes the student's page of that grade with the instructor's comments and the late penalty. The
/// text is `page`, or else the existing page. False: nothing changed, or there is no page.
bool write_page(const std::filesystem::path& out, const GradebookRow& row,
                const CountingRules& rules, const std::string& page = "");

}  // namespace warpgrade
