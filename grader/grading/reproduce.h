// The commands that reproduce a result.
#pragma once

#include <cstdint>
#include <string>

#include "model/grade_request.h"

namespace warpgrade {

/// `text` as one word of a shell command, quoted if necessary.
std::string shell_word(const std::string& text);

/// `build/warpgrade VERB LAB --submission ... --task TASK`, with the request's precision and data.
std::string command_for(const GradeRequest& request, const std::string& verb, const Task& task);

/// A command that grades one case with the same values.
std::string command_for_case(const GradeRequest& request, const Task& task,
                             const std::string& case_name, std::uint64_t seed,
                             const std::string& backend);

}  // namespace warpgrade
