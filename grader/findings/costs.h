// What the check counts of a kernel's work: memory traffic, divergence, occupancy.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace warpgrade {

/// One access to memory in the source, summed up over the warps of the sampled blocks.
struct LineCosts {
  std::string file;  // relative to the submission; empty: not known
  int line = 0;
  std::string access;      // "global load", "global store", "global atomic", "shared load", ...
  int bytes = 0;           // that a thread asks for
  long long requests = 0;  // by warps
  long long lanes = 0;     // threads in them
  long long sectors = 0;   // global memory: pieces of 32 bytes that were moved
  long long ideal_sectors = 0;  // that would do if the threads' bytes were neighbors
  long long useful_bytes = 0;   // different bytes that were asked for
  long long passes = 0;         // shared memory: turns that the banks took
  long long ideal_passes = 0;   // that would do without conflicts
  long long worst_ways = 0;     // most turns that one request took
  long long same_address = 0;   // atomics: threads of a request on the same address, summed up

  bool is_global() const { return access.rfind("global", 0) == 0; }
  bool is_shared() const { return access.rfind("shared", 0) == 0; }
  bool is_atomic() const { return access.find("atomic") != std::string::npos; }
};

/// a / b, or `without` where there is no b.
inline double ratio_of(long long a, long long b, double without) {
  return b > 0 ? static_cast<double>(a) / static_cast<double>(b) : without;
}

/// How many warps can be resident on a multiprocessor at once, by what a block takes of it.
struct Occupancy {
  std::string architecture;  // compute capability: "8.0"
  int blocks = 0;            // resident on one multiprocessor
  int warps = 0;
  int max_warps = 0;
  int registers = 0;       // of a thread, as nvcc told; 0: not known, and not counted
  std::string limited_by;  // "registers", "shared memory", "threads", "blocks"; empty: full

  double share() const { return ratio_of(warps, max_warps, 0); }
};

/// One kernel, from the largest case in which it ran.
struct KernelCosts {
  std::string kernel;
  std::string measured_in;   // the case
  double problem_bytes = 0;  // the least that the case must move through global memory
  long long launches = 0;
  long long blocks = 0;          // run
  long long sampled_blocks = 0;  // of these, that all below comes from
  int threads = 0;               // of a block
  long long static_shared = 0;   // bytes of a block
  long long dynamic_shared = 0;
  bool truncated = false;    // a block did more than is recorded
  long long warps = 0;       // in the sampled blocks
  long long steps = 0;       // pieces of straight code that warps executed
  long long lane_steps = 0;  // the same, counted for each active thread
  long long branches = 0;    // where a warp could have split
  long long divergent = 0;   // of these, where it did
  long long barriers = 0;
  std::vector<LineCosts> lines;
  std::optional<Occupancy> occupancy;

  /// Active threads of a warp of 32, from 0 to 1.
  double simt_efficiency() const { return ratio_of(lane_steps, 32 * steps, 1); }
  double divergent_branches() const { return ratio_of(divergent, branches, 0); }
  double barriers_per_block() const { return ratio_of(barriers, sampled_blocks, 0); }
};

}  // namespace warpgrade
