// The grades of a class as a table.
#pragma once

#include <string>
#include <vector>

#include "gradebook/gradebook.h"

namespace warpgrade {

/// One line a grade, one for each student of a group; the first line names the columns. UTF-8, as
/// RFC 4180 has it, and no cell is a formula; what is open has empty points and its cause.
std::string grades_csv(const std::vector<GradebookRow>& grades);

}  // namespace warpgrade
