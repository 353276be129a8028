// What the compiler says, as a student reads it: with columns and lines of the student's own files.
#pragma once

#include <string>
#include <vector>

#include "findings/compiler_message.h"
#include "model/result.h"
#include "report/document/bugs.h"

namespace warpgrade {

/// The compiler's messages with a column each where one is known. Where the lab's header is
/// missing, that alone: all else follows from it.
std::vector<CompilerMessage> collect_messages(const GradeResult& grade);

/// With its line of source; the hint stands at the word that it speaks of.
Bug make_bug(const CompilerMessage& message, const Sources& sources);

}  // namespace warpgrade
