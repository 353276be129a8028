// The parts of the class page: each a <section>, or "" if it has no content.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "class_pages/class_summary.h"

namespace warpgrade::html {

std::string class_attention(const ClassSummary& summary);  // flags, open grades, not matched
std::string class_points(const ClassSummary& summary);     // distributions
std::string class_mistakes(const ClassSummary& summary);   // grouped
std::string class_speed(const ClassSummary& summary);      // leaderboards
std::string class_table(const ClassSummary& summary);      // every grade

/// True if the grade lost points. Pending points may still be earned.
bool lost_points(const ClassRow& row);
bool below_half(const ClassRow& row);

/// The student's name, linked to the student's page (at `file`:`line` of the source, if given) if
/// it exists. The link includes `after`. A long name is cut; its title is complete.
std::string student_link(const ClassRow& row, std::string_view after = "",
                         std::string_view file = "", int line = 0);

/// A list that shows the first `shown` items and folds the others.
std::string folded_list(const std::vector<std::string>& items, std::size_t shown,
                        std::string_view one_more);

}  // namespace warpgrade::html
