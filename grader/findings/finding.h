// Findings of compilers and checkers about a student's code.
#pragma once

#include <string>
#include <vector>

#include "causes/cause.h"

namespace warpgrade {

struct Finding {
  std::string kind;   // race, out-of-bounds, ... (finding_kind.h), or unsupported
  std::string level;  // "error" or "advice"
  std::string file;   // relative to the submission
  int line = 0;       // 0: unknown
  Cause cause;
  long long count = 1;
  std::string kernel = {};      // the kernel; empty: host code or unknown
  std::string other_file = {};  // the conflicting access's file, or empty
  int other_line = 0;
  bool hidden = false;                  // found in hidden cases only
  bool with_remedy = true;              // its text includes the remedy
  std::vector<std::string> cases = {};  // cases with the finding; hidden ones only if `hidden`
};

/// The finding with the conflicting access's place and the remedy.
inline std::string describe(const Finding& f) {
  const std::string other =
      f.other_line > 0 ? f.other_file + ":" + std::to_string(f.other_line) : std::string();
  return f.with_remedy ? describe(f.cause, other) : what_happened(f.cause, other);
}

/// Whether the first access of the cause stores.
inline bool stores(const Cause& cause) {
  const std::string does = cause.fact("does");
  return does.rfind("writes", 0) == 0 || does.rfind("updates", 0) == 0 ||
         cause.fact("harm") == "overwrites";
}

/// The compiler's resource usage of one kernel.
struct KernelResources {
  std::string kernel;  // its name without parameters
  int registers = 0;
  long long shared_bytes = 0;
  long long constant_bytes = 0;
  long long local_bytes = 0;
  long long spill_bytes = 0;
  int max_threads = 0;  // maximum threads per block
};

}  // namespace warpgrade
