// The report that a student reads.
#pragma once

#include <string>
#include <vector>

#include "findings/compiler_message.h"
#include "model/result.h"
#include "report/page.h"

namespace warpgrade {

/// Head, tasks, what is open, total, and what to do next; '\n' at its end. Whatever `grade` holds,
/// no control character but '\n' and, with style.colour, our own colours are in it.
std::string render(const GradeResult& grade, const Style& style);

/// The compiler's first errors. Warnings only where there are no errors but points were lost: they
/// often name the cause of a wrong result.
void add_compiler(Page& page, const GradeResult& grade, std::vector<CompilerMessage> messages);

}  // namespace warpgrade
