// The parts of a class's page, each a <section>, or "" where it has nothing to say.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "class_pages/class_summary.h"

namespace warpgrade::html {

std::string class_look(const ClassSummary& summary);      // flags, open grades, not matched
std::string class_points(const ClassSummary& summary);    // distributions
std::string class_mistakes(const ClassSummary& summary);  // grouped
std::string class_speed(const ClassSummary& summary);     // leaderboards
std::string class_table(const ClassSummary& summary);     // every grade

/// How a grade stands. Whatever is pending may still be earned.
bool lost_points(const ClassRow& row);
bool below_half(const ClassRow& row);

/// Whose it is, linked to the student's page (at `file`:`line` of the source, where given) if there
/// is one; `after` stands in the link too. A long name is cut, its title has it all.
std::string student_link(const ClassRow& row, std::string_view after = "",
                         std::string_view file = "", int line = 0);

/// Of a list the first `shown` items, and the others folded away.
std::string folded_list(const std::vector<std::string>& items, std::size_t shown,
                        std::string_view one_more);

}  // namespace warpgrade::html
