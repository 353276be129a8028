// The results of CHECK mode: findings and metrics. Plain data of fixed size, so that it can be sent
// to another process part by part during the run, and survives its end.
#pragma once

#include <stddef.h>
#include <stdint.h>

namespace simt::check {

// The granularity of memory protection, in bytes. Linux has pages of 4, 16 or 64 KiB on ARM.
#ifdef __aarch64__
constexpr size_t page_alignment = 65536;
#else
constexpr size_t page_alignment = 4096;
#endif

enum class Level : uint32_t { error = 0, advice = 1 };

// A place in the program. `pc` is the return address of an instrumented access (its line is that of
// pc - 1), or 0: then `file` and `line` are used, and line 0 means unknown.
struct Place {
  uint64_t pc;
  uint32_t line;
  char file[164];
};

struct Finding {
  Level level;
  uint64_t count;  // occurrences that differ only in thread, block or launch
  Place place;
  Place other;      // of the conflicting access, if any
  char kernel[88];  // as spelled in the source; empty: host code
  char cause[32];   // an id of finding_words.h, which has its kind
  char facts[640];  // lines "name=value" that fill the cause's sentence
};

enum class Access : uint32_t {
  global_load,
  global_store,
  global_atomic,
  shared_load,
  shared_store,
  shared_atomic,
};

// What accesses to the members of a vector would have saved as one access.
struct Saved {
  uint64_t requests, lanes, sectors, passes;
};

// A place in the source that accesses memory, in the sampled blocks of one kernel.
struct SiteMetrics {
  uint64_t pc;  // return address, as in Place
  uint32_t kernel;
  Access access;
  uint32_t size;  // bytes requested per lane
  uint32_t reserved;
  uint64_t requests;  // by warps: one each time lanes of a warp execute it together, and
                      // one for each instruction that a GPU needs (a struct of 12 bytes: three)
  uint64_t lanes;     // active lanes, summed over requests
  // Global memory: sectors of 32 bytes.
  uint64_t sectors;        // moved, summed over requests
  uint64_t ideal_sectors;  // needed if the lanes' bytes were contiguous
  uint64_t useful_bytes;   // distinct bytes requested
  // Shared memory: passes through the 32 banks of 4 bytes.
  uint64_t passes;
  uint64_t ideal_passes;
  uint64_t worst_ways;  // maximum of one request
  // Atomics: the most lanes of a request that update one address, summed over requests.
  uint64_t same_address;
  Saved joined;
};

// Bytes that threads asked for: [0] of global memory, [1] of shared memory.
struct RequestedBytes {
  uint64_t all[2];
  uint64_t sampled[2];  // of these, by the sampled blocks
};

struct KernelMetrics {
  char name[88];
  uint64_t launches;
  uint64_t blocks;          // executed, in all launches
  uint64_t sampled_blocks;  // blocks that the numbers below come from
  RequestedBytes requested;
  uint64_t global_on_first;  // of requested.all[0]: by blocks on device 0
  uint32_t threads;          // per block, of the last launch
  uint32_t static_shared;    // bytes per block, of the last launch
  uint32_t dynamic_shared;
  uint32_t truncated;   // a sampled block exceeded the recording limit
  uint64_t warps;       // in the sampled blocks
  uint64_t steps;       // basic blocks executed by warps
  uint64_t lane_steps;  // the same, counted for each active lane: 32 * steps without divergence
  // A trace does not show which basic blocks have several successors. So `branches` counts how
  // often two or more lanes left a basic block together, at least one of them to another block;
  // `divergent` counts those after which they were not all in the same block.
  uint64_t branches;
  uint64_t divergent;
  uint64_t barriers;  // __syncthreads passed by sampled blocks
};

// A device array declared as uninitialized or as written: the stores that the check saw, in 4-byte
// words. If more words than these have changed, something stored without being seen.
struct ArrayStores {
  char name[32];
  uint64_t words;
  uint64_t from_host;  // of these, words from the host that no kernel has overwritten
};

struct Report {
  // Beyond these numbers of kernels and places, the cheapest ones are merged: into one place per
  // kernel and Access, whose `pc` is 0.
  static constexpr uint32_t most_findings = 64, most_kernels = 32, most_listed_sites = 512,
                            most_sites = most_listed_sites + 6 * most_kernels, most_arrays = 24;
  uint32_t again_serially;  // the report may differ between runs: run again with
                            // one worker
  uint32_t finding_count;
  uint64_t more_findings;  // errors beyond the capacity; advice is then left out
  uint32_t kernel_count;
  uint32_t site_count;
  Finding findings[most_findings];
  KernelMetrics kernels[most_kernels];
  SiteMetrics sites[most_sites];
  uint32_t array_count;
  uint32_t ended;  // 1: finish() completed the report
  ArrayStores arrays[most_arrays];
  // 4-byte words produced by the host and moved to memory that kernels read; and other words moved
  // to the host. A word replaced by another of its kind counts once.
  uint64_t from_host, to_host;
  uint64_t seen_by_host;  // words not produced by the host that it has read, once per store
  uint32_t tampered;      // 1: the receiver of the parts was sent Part::tampering
  uint32_t reserved;
};

// A new or changed part of the report; `tampering`: the program stores to memory of the engine,
// which no part of the report contains.
enum class Part : uint32_t { again_serially, finding, end, tampering };

// An array that the program names.
struct Array {
  const char* name;
  void* start;
  uint64_t element_size;  // bytes
  uint64_t elements;
  uint64_t columns;  // of a row-major matrix; 0: a vector
  // Elements past the end that may be read, or written, without a finding.
  uint64_t readable_past;
  uint64_t writable_past;
  bool initialised;      // false: its content is poison and must not be read
  bool written = false;  // it is an output
};

// These functions do nothing in a program not built for CHECK (simtcc --mode check).
bool enabled();

// After how many seconds a call is late, and its place is reported (loop.endless); 0: never.
struct SlowCallLimits {
  double processor;  // CPU seconds of all threads
  double wall;
};

// The value of Start::sampling with which nothing is sampled.
constexpr uint32_t no_costs = ~0u;

struct Start {
  Report* report;
  // Called for each finished part, also in signal handlers. May be null.
  void (*listener)(Part part, uint32_t index) = nullptr;
  // Chooses the launches and blocks that are sampled for metrics.
  uint32_t sampling = 0;
  SlowCallLimits late = {0, 0};
  // Pages that contain the report and the data read by `listener`: read-only until finish(), except
  // while the check writes. May be null.
  void* kept = nullptr;
  size_t kept_size = 0;
  // Counts the host's reads of managed and pinned memory (seen_by_host), including those of
  // uninstrumented functions.
  bool count_host_reads = false;
};
// Clears `start.report` and sends findings to it from now on. Allocations made from here on must be
// freed before finish().
void start(const Start& start);
// Declares an array inside an allocation: the rest of that allocation is out of bounds.
void declare_array(const Array& array);
// All queued work has run: reports leaks and writes the metrics. Nothing is reported afterwards.
void finish();
// Called instead if the program leaves the checked code by an exception or exit(): a CUDA call that
// failed just before is the reason.
void note_abort();

}  // namespace simt::check
