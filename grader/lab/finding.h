// What compilers and checkers tell about a student's code.
#pragma once

#include <string>

namespace warpgrade {

struct Finding {
  std::string kind;   // race, out-of-bounds, uninitialised, ..., api-error, unsupported
  std::string level;  // "error" or "advice"
  std::string file;   // as the student knows it: relative to the submission
  int line = 0;       // 0: not known
  std::string message;
  long long count = 1;
};

/// What the compiler says of one kernel.
struct KernelResources {
  std::string kernel;  // its name without parameters
  int registers = 0;
  long long shared_bytes = 0;
  long long constant_bytes = 0;
  long long local_bytes = 0;
  long long spill_bytes = 0;
  int max_threads = 0;  // that a block of it can have
};

}  // namespace warpgrade
