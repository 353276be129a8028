// The report that a student reads.
#pragma once

#include <string>
#include <vector>

#include "findings/compiler_message.h"
#include "model/result.h"
#include "report/page.h"

namespace warpgrade {

/// Header, tasks, pending points, total, and the next step; ends in '\n'. Whatever `grade`
/// contains, the only control characters are '\n' and, with style.colour, the report's own colors.
std::string render(const GradeResult& grade, const Style& style);

/// Adds the compiler's first errors. Warnings only if there are no errors but points were lost:
/// they often name the cause of a wrong result.
void add_compiler(Page& page, const GradeResult& grade, std::vector<CompilerMessage> messages);

}  // namespace warpgrade
