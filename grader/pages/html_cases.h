// A task's cases: which fail and why, and the names of all.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/result.h"
#include "pages/html_places.h"
#include "report/document/document.h"

namespace warpgrade::html {

/// "16 of 24 cases right"; empty for a task that is not written yet or has no cases.
std::string cases_in_words(const TaskPart& part);

/// Cases for the student to fix, those with the same text as one group; empty if there are none.
std::string failing_cases(const GradeResult& grade, const TaskPart& part, Places& places);

/// All cases by name and verdict, folded.
std::string all_cases(const TaskResult& task);

/// A command to copy, folded under its label.
std::string command_line(std::string_view command, std::string_view label);

}  // namespace warpgrade::html
