// The compiler's messages as students read them: with columns and lines of their own files.
#pragma once

#include <string>
#include <vector>

#include "findings/compiler_message.h"
#include "model/result.h"
#include "report/document/bugs.h"

namespace warpgrade {

/// The compiler's messages, each with a column if known. If the lab's header is missing, only that:
/// everything else follows from it.
std::vector<CompilerMessage> collect_messages(const GradeResult& grade);

/// Those that a report shows: of equal errors in several lines the first, and no warning about a
/// line in which the check found an error.
std::vector<CompilerMessage> distinct_messages(const GradeResult& grade);

/// A message with its source line; the hint is placed at the word that it refers to.
Bug make_bug(const CompilerMessage& message, const Sources& sources);

}  // namespace warpgrade
