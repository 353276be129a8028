// A copy of a submission with all proposals in it may not compile: which of them to leave out.
#pragma once

#include <string>
#include <vector>

#include "remedy/proposals.h"

namespace warpgrade {

/// Removes proposals whose insertions caused the compiler's errors in `file`: on each such line of
/// `text` the last one before the error's column, or all of the line without one or with
/// `whole_lines` (the compiler reports only one error per expression). What it expects behind the
/// first error of a line follows from that one. If no such line has a proposal, the error follows
/// from one elsewhere. Returns false if nothing is left to remove.
bool drop_what_fails(std::vector<remedy::Proposal>& proposals, const std::string& file,
                     const std::string& output, const std::string& text, const std::string& source,
                     bool whole_lines);

}  // namespace warpgrade
