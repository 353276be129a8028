// Variables that a kernel changes by an atomic although each thread has a copy of its own.
#pragma once

#include <optional>
#include <string>

#include "remedy/code.h"

namespace warpgrade::remedy {

struct OwnCopy {
  std::string variable;             // as the atomic names it: "taken", "counts[bin]"
  std::string function, parameter;  // this function gets it by value; empty for a local variable
};

/// What the atomic in that line changes, if the source shows why each thread has its own copy.
std::optional<OwnCopy> find_own_copy(const Code& code, int line);

}  // namespace warpgrade::remedy
