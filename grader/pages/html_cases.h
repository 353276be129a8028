// A task's cases: what fails and why, and all by name.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/result.h"
#include "pages/html_places.h"
#include "report/document/document.h"

namespace warpgrade::html {

/// "16 of 24 cases right"; "" for a task that is not written yet or has none.
std::string cases_in_words(const TaskPart& part);

/// Those that are the student's to fix, told once for all that say the same; "" where there are
/// none.
std::string failing_cases(const GradeResult& grade, const TaskPart& part, Places& places);

/// All by name and verdict, folded.
std::string all_cases(const TaskResult& task);

/// A command to copy, folded below its label.
std::string command_line(std::string_view command, std::string_view label);

}  // namespace warpgrade::html
