// Computes a class's statistics from its grades.
#pragma once

#include <string>
#include <vector>

#include "class_pages/class_numbers.h"
#include "export/class_export.h"

namespace warpgrade {

/// `grades`: of count_grades(). Grades without points are left out.
ClassNumbers class_numbers(const std::vector<CountedGrade>& grades, const CountingRules& rules,
                           const LoadEntryJson& load_json);

/// The rows as a table: kind, lab, task, name, grades, mean, median, deviation, discrimination,
/// lost.
std::string numbers_csv(const ClassNumbers& numbers);

/// Rows and pairs: {"schema": 1, "rows": [...], "pairs": [...]}, with the names of the structures.
std::string numbers_json(const ClassNumbers& numbers);

}  // namespace warpgrade
