// Warnings about grades before they are published: different maximum points of one lab, submission
// times in the future, students and extensions that fit nobody in the class.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "course/late_rules.h"
#include "gradebook/grade_history.h"

namespace warpgrade {

/// For each lab whose grades have different maximum points: the number of grades with each, and the
/// commands that regrade those that differ from the newest. "": all are equal. `folders`: of the
/// gradebooks, in the order of BookEntry::book.
std::string warning_of_maxima(const std::vector<BookEntry>& grades,
                              const std::vector<std::filesystem::path>& folders);

/// Lists hand-ins dated after their import; or "".
std::string warning_of_future(const std::vector<BookEntry>& grades);

/// Lists students with grades whose id is not in the class list; or "". "" also without one.
std::string warning_of_strangers(const std::vector<BookEntry>& grades,
                                 const std::vector<Student>& roster);

/// Lists extensions and accommodations that name nobody or are ambiguous; or "". `rules`: of
/// rules_for_class().
std::string warning_of_names(const CountingRules& rules);

}  // namespace warpgrade
