// How a compiler's run ended, from its exit status and what it said.
#pragma once

#include <string>
#include <string_view>

#include "sandbox/sandbox.h"

namespace warpgrade {

enum class CompilerEnd {
  made,         // what it was asked to make
  unsupported,  // simtcc's word: this needs a GPU
  refused,      // its ordinary exit status for an error in the source, and the place of one
  limited,      // it used more than a limit of ours allows
  killed,       // it or a program of its own ended by a signal, or crashed
  stalled,      // it waited for something that did not come
  starved,      // killed, by a machine out of memory of which it had not used much
  odd,          // anything else: another status, an error without a place in the submission
};

/// `program`: what ran: "g++", "nvcc" or "simtcc". `said`: what it printed, with the
/// submission's files under submission_inside. Whatever stands there is a hint: a source can print
/// it all, and gains nothing, because who is at fault is decided by what a program of ours meets
/// (fair_build.h).
CompilerEnd compiler_end(std::string_view program, const Ended& ended, std::string_view said);

/// Whether an error with a place in the submission is among the messages.
bool names_an_error_in_the_submission(std::string_view said);

}  // namespace warpgrade
