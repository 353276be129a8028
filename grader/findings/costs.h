// Costs of a kernel counted by the check: memory traffic, divergence, occupancy.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace warpgrade {

/// One memory access in the source, summed over the warps of the sampled blocks.
struct LineCosts {
  std::string file;  // relative to the submission; empty: unknown
  int line = 0;
  std::string access;      // "global load", "global store", "global atomic", "shared load", ...
  int bytes = 0;           // bytes per thread
  long long requests = 0;  // warp-level requests
  long long lanes = 0;     // active threads in these requests
  long long sectors = 0;   // global memory: 32-byte sectors moved
  long long ideal_sectors = 0;  // sectors needed if accesses were coalesced
  long long useful_bytes = 0;   // distinct bytes requested
  long long passes = 0;         // shared memory: bank passes
  long long ideal_passes = 0;   // passes needed without bank conflicts
  long long worst_ways = 0;     // most passes of one request
  long long same_address = 0;   // atomics: sum over requests of threads on the same address

  bool is_global() const { return access.rfind("global", 0) == 0; }
  bool is_shared() const { return access.rfind("shared", 0) == 0; }
  bool is_atomic() const { return access.find("atomic") != std::string::npos; }
};

/// a / b, or `without` if b is 0.
inline double ratio_or(long long a, long long b, double without) {
  return b > 0 ? static_cast<double>(a) / static_cast<double>(b) : without;
}

/// The number of warps that can be resident on a multiprocessor, limited by a block's resources.
struct Occupancy {
  std::string architecture;  // compute capability: "8.0"
  int blocks = 0;            // resident on one multiprocessor
  int warps = 0;
  int max_warps = 0;
  int registers = 0;       // per thread, from nvcc; 0: unknown and not counted
  std::string limited_by;  // "registers", "shared memory", "threads", "blocks"; empty: full

  double share() const { return ratio_or(warps, max_warps, 0); }
};

/// Bytes that threads asked for.
struct Requested {
  long long all = 0;      // by all blocks
  long long sampled = 0;  // by the sampled blocks
};

/// One kernel, from the largest case in which it ran.
struct KernelCosts {
  std::string kernel;
  std::string measured_in;   // the case
  double problem_bytes = 0;  // minimum global memory traffic of the case
  long long launches = 0;
  long long blocks = 0;          // executed
  long long sampled_blocks = 0;  // blocks that the counts below are from
  Requested global, shared;
  long long global_on_first = 0;  // of global.all: by blocks on device 0
  int threads = 0;                // per block
  long long static_shared = 0;    // bytes per block
  long long dynamic_shared = 0;
  bool truncated = false;    // a block exceeded the recording limit
  long long warps = 0;       // in the sampled blocks
  long long steps = 0;       // basic blocks executed by warps
  long long lane_steps = 0;  // the same, counted for each active thread
  long long branches = 0;    // branches that could diverge
  long long divergent = 0;   // branches that diverged
  long long barriers = 0;
  std::vector<LineCosts> lines;
  std::optional<Occupancy> occupancy;

  /// The average share of active threads in a warp, from 0 to 1.
  double simt_efficiency() const { return ratio_or(lane_steps, 32 * steps, 1); }
  double divergent_branches() const { return ratio_or(divergent, branches, 0); }
  double barriers_per_block() const { return ratio_or(barriers, sampled_blocks, 0); }

  /// The factor from the sampled blocks to all blocks: of accesses to that memory, and of the rest.
  double scale(const Requested& memory) const {
    return ratio_or(memory.all, memory.sampled, block_scale());
  }
  double block_scale() const { return ratio_or(blocks, sampled_blocks, 0); }
  /// Whether the sampled blocks did about as much as the others, so that these may be like them.
  bool is_representative() const {
    constexpr double most = 4;
    const auto matches = [&](const Requested& memory) {
      return static_cast<double>(memory.all) <=
             most * block_scale() * static_cast<double>(memory.sampled);
    };
    return matches(global) && matches(shared);
  }
};

}  // namespace warpgrade
