// Finds uses of functions that are not on the lists of harmless functions. Code that imitates the
// check's output or accesses memory invisible to the check needs such a function: one that writes
// to a descriptor, changes memory protection, or runs before the runner's code.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "objects/object_code.h"

namespace warpgrade {

/// The first uses, whose places are searched: reports show no others.
constexpr std::size_t most_placed_uses = 3;

struct UnlistedUse {
  std::string name;   // demangled
  std::string place;  // the student's line of the use: "matmul.cu:9", or ""
};

/// One use of each function, and of each section that compilers do not create. `exported`: symbols
/// that the engine and the runner define for student code.
std::vector<UnlistedUse> unlisted_uses(const ObjectCode& object,
                                       const std::set<std::string>& exported,
                                       const std::string& submission);

}  // namespace warpgrade
