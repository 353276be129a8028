#include "cli/standard_output.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <iostream>

#include "base/fault.h"

namespace warpgrade {

void require_output() {
  // Both streams write to the same descriptor; an error of an earlier write left its mark.
  errno = 0;
  const bool lost_before = std::ferror(stdout) != 0;
  const bool lost = std::fflush(stdout) != 0;
  const int why = errno;
  if (!lost && !lost_before && std::cout.flush()) return;
  throw GraderError(
      std::string("what was to be printed could not be written to the standard output") +
          (lost && why != 0 ? std::string(": ") + std::strerror(why) : ""),
      "Files that the command named (--json, --html, --out) are written all the same. "
      "Free some space where the output goes, then run it again.");
}

}  // namespace warpgrade
