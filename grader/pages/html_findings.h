// A task's findings, each linked to its place beside the source.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "model/result.h"
#include "pages/html_notes.h"
#include "pages/html_places.h"

namespace warpgrade::html {

/// Errors first; "" where there are none.
/// What was tried and helped, as a diff where the change is one; "" where nothing did.
std::string fix(const TaskPart& part, Places& places);

/// Lines of source around those that are quoted, with what is marked in them; "" where there are
/// none.
std::string quote(const Bug& bug, const Sources& sources);

std::string findings(const GradeResult& grade, const TaskPart& part, std::size_t task,
                     Places& places, const Notes& notes);

/// "2 findings, 1 advice", or "".
std::string findings_in_words(const std::vector<Finding>& findings);

}  // namespace warpgrade::html
