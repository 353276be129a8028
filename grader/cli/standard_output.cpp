#include "cli/standard_output.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <iostream>

#include "base/fault.h"

namespace warpgrade {

void check_standard_output() {
  // Both streams use the same descriptor. A failed write sets the stream's error flag.
  errno = 0;
  const bool lost_before = std::ferror(stdout) != 0;
  const bool lost = std::fflush(stdout) != 0;
  const int why = errno;
  if (!lost && !lost_before && std::cout.flush()) return;
  throw GraderError(std::string("cannot write to the standard output") +
                        (lost && why != 0 ? std::string(": ") + std::strerror(why) : ""),
                    "Output files (--json, --html, --out) were written. "
                    "Free some space where the output goes, then run it again.");
}

}  // namespace warpgrade
