// Classifies how a compiler's run ended, by its exit status and output.
#pragma once

#include <string>
#include <string_view>

#include "sandbox/sandbox.h"

namespace warpgrade {

enum class CompilerEnd {
  made,         // made the product
  unsupported,  // simtcc reports that this needs a GPU
  refused,      // exit status for a source error, with a place
  limited,      // exceeded a limit
  killed,       // it or one of its programs crashed or got a signal
  stalled,      // was idle for too long
  starved,      // killed because the machine ran out of memory
  odd,          // anything else: another status, an error without a place in the submission
};

/// `program`: "g++", "nvcc" or "simtcc". `output`: its output, with the submission's files under
/// submission_inside. The output is only a hint, because a source can print anything: the known
/// program decides who is at fault (fair_build.h).
CompilerEnd compiler_end(std::string_view program, const Ended& ended, std::string_view output);

/// True if the output contains an error with a place in the submission.
bool has_submission_error(std::string_view output);

}  // namespace warpgrade
