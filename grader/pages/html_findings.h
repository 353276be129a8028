// A task's findings, each linked to its source line.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "model/result.h"
#include "pages/html_notes.h"
#include "pages/html_places.h"

namespace warpgrade::html {

/// The fix that was found to help, as a diff if possible; empty if there is none.
std::string fix(const TaskPart& part, Places& places);

/// The quoted source lines with context and marked parts; empty if there are none.
std::string quote(const Bug& bug, const Sources& sources);

std::string findings(const GradeResult& grade, const TaskPart& part, std::size_t task,
                     Places& places, const Notes& notes);

/// "2 findings, 1 advice"; may be empty.
std::string findings_in_words(const std::vector<Finding>& findings);

}  // namespace warpgrade::html
