// One task on the page: its row in the list at the top, and its section.
#pragma once

#include <cstddef>
#include <string>

#include "model/result.h"
#include "pages/html_notes.h"
#include "pages/html_places.h"
#include "report/document/document.h"

namespace warpgrade::html {

/// " + 4 pending"; empty if none are.
std::string pending_part(Points pending);

/// The task's item in the list of tasks, which links to its section.
std::string task_item(const GradeResult& grade, const TaskPart& part, std::size_t task);

/// Points and verdict, what fails and why, findings, check, speed, kernels, output.
std::string task_section(const GradeResult& grade, const TaskPart& part, std::size_t task,
                         Places& places, const Notes& notes);

}  // namespace warpgrade::html
