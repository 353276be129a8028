// What a lab's object uses beyond the lists of what is harmless. Whoever speaks in the check's
// place, or reaches memory that it does not see, needs something of that kind: a function that
// writes to a descriptor, one that changes what memory is for, code that runs before the runner's.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "objects/object_code.h"

namespace warpgrade {

struct UnlistedUse {
  std::string name;   // demangled
  std::string place;  // the student's line that leads there: "matmul.cu:9", or ""
};

/// Of each function, and of each section that no compiler makes by itself, one use. `exported`:
/// what the engine and the runner define for student code.
std::vector<UnlistedUse> unlisted_uses(const ObjectCode& object,
                                       const std::set<std::string>& exported,
                                       const std::string& submission);

/// Functions of the C library that it names and that CUDA does not have on a device.
std::vector<std::string> host_functions(const ObjectCode& object);

}  // namespace warpgrade
