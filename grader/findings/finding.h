// What compilers and checkers tell about a student's code.
#pragma once

#include <string>
#include <vector>

#include "causes/cause.h"

namespace warpgrade {

struct Finding {
  std::string kind;   // race, out-of-bounds, ... (finding_kind.h), or unsupported
  std::string level;  // "error" or "advice"
  std::string file;   // as the student knows it: relative to the submission
  int line = 0;       // 0: not known
  Cause cause;
  long long count = 1;
  std::string kernel = {};      // where it happened; empty: host code, or not known
  std::string other_file = {};  // the other party's place (who wrote what this reads), or empty
  int other_line = 0;
  bool hidden = false;                  // only hidden cases have it
  bool with_remedy = true;              // its words say what to do, too
  std::vector<std::string> cases = {};  // that have it; hidden ones only where `hidden`
};

/// What happened, with the other party's place, and what to do.
inline std::string words_of(const Finding& f) {
  const std::string other =
      f.other_line > 0 ? f.other_file + ":" + std::to_string(f.other_line) : std::string();
  return f.with_remedy ? words_of(f.cause, other) : what_happened(f.cause, other);
}

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
