// What CHECK mode tells of a run: findings and metrics. Plain data of a fixed size, so that it can
// be sent to another process part by part while this one runs, and survives its end.
#pragma once

#include <stddef.h>
#include <stdint.h>

namespace simt::check {

// What memory protection is given to, in bytes. Linux has pages of 4, 16 or 64 KiB on ARM.
#ifdef __aarch64__
constexpr size_t page_alignment = 65536;
#else
constexpr size_t page_alignment = 4096;
#endif

enum class Level : uint32_t { error = 0, advice = 1 };

// A place in the program: `pc` is the return address of an instrumented access (its line is that of
// pc - 1), or 0, and then `file` and `line` say where it is, or line is 0: not known.
struct Place {
  uint64_t pc;
  uint32_t line;
  char file[164];
};

struct Finding {
  Level level;
  uint64_t count;  // of occurrences that differ in thread, block or launch only
  Place place;
  Place other;      // the other party's, where there is one
  char kernel[88];  // as the source spells it; empty: host code
  char cause[32];   // what it is: an id of finding_words.h, which tells its kind
  char facts[640];  // lines "name=value": what the sentence of that cause is filled with
};

enum class Access : uint32_t {
  global_load,
  global_store,
  global_atomic,
  shared_load,
  shared_store,
  shared_atomic,
};

// One place in the source that touches memory, from the sampled blocks of one kernel.
struct SiteMetrics {
  uint64_t pc;  // return address, as in Place
  uint32_t kernel;
  Access access;
  uint32_t size;  // bytes that a lane asks for
  uint32_t reserved;
  uint64_t requests;  // by warps: one for each time that lanes of a warp execute it together, and
                      // for each instruction that a GPU needs for it (a struct of 12 bytes: three)
  uint64_t lanes;     // active in them, summed up
  // Global memory: sectors of 32 bytes.
  uint64_t sectors;        // touched, summed up over the requests
  uint64_t ideal_sectors;  // that would do if the lanes' bytes were neighbors
  uint64_t useful_bytes;   // different bytes that the lanes asked for
  // Shared memory: passes through the 32 banks of 4 bytes.
  uint64_t passes;
  uint64_t ideal_passes;
  uint64_t worst_ways;  // most passes that one request took
  // Atomics: most lanes of one request that update the same address, summed up.
  uint64_t same_address;
};

struct KernelMetrics {
  char name[88];
  uint64_t launches;
  uint64_t blocks;          // run, in all launches
  uint64_t sampled_blocks;  // of these, that the numbers below come from
  uint32_t threads;         // per block, of the last launch
  uint32_t static_shared;   // bytes per block, of the last launch
  uint32_t dynamic_shared;
  uint32_t truncated;   // a sampled block did more than is recorded: the numbers are of a part
  uint64_t warps;       // in the sampled blocks
  uint64_t steps;       // basic blocks that warps executed
  uint64_t lane_steps;  // the same, counted for each active lane: 32 * steps without divergence
  // A trace does not tell which basic blocks have several successors. So branches counts how often
  // two or more lanes that were in a basic block together went on from it, at least one of them to
  // another block; divergent of these, how often not all went to the same, or some went nowhere.
  uint64_t branches;
  uint64_t divergent;
  uint64_t barriers;  // __syncthreads passed by sampled blocks
};

// Of an array on a device that was declared as not initialised, or as written: what the check saw
// stored there, in words of 4 bytes. That more words than these have changed shows that something
// stored behind its back.
struct ArrayStores {
  char name[32];
  uint64_t words;
  uint64_t from_host;  // of these, that the host made and no kernel has stored to since
};

struct Report {
  // Beyond so many kernels, and places in the source, those that cost least are counted as one: a
  // place of each kernel for each Access, whose `pc` is 0.
  static constexpr uint32_t most_findings = 64, most_kernels = 32, most_listed_sites = 512,
                            most_sites = most_listed_sites + 6 * most_kernels, most_arrays = 24;
  uint32_t again_serially;  // something needs a run with one worker to be told in the same words
                            // every time
  uint32_t finding_count;
  uint64_t more_findings;  // that found no room
  uint32_t kernel_count;
  uint32_t site_count;
  Finding findings[most_findings];
  KernelMetrics kernels[most_kernels];
  SiteMetrics sites[most_sites];
  uint32_t array_count;
  uint32_t ended;  // 1: by finish(), which counted all of it
  ArrayStores arrays[most_arrays];
  // Words of 4 bytes that the host made and that came to where kernels can read them; and others
  // that came to the host. A word that is replaced by its like counts once.
  uint64_t from_host, to_host;
  uint64_t seen_by_host;  // words that the host did not make and has looked at, by each store
  uint32_t meddled;       // 1: whoever received its parts was told of Part::meddling
  uint32_t reserved;
};

// A part of the report that is new or has changed; or, of `meddling`, that the program stores to
// what is the engine's, which no part of the report says.
enum class Part : uint32_t { again_serially, finding, end, meddling };

// An array that a program wants to be known by its name.
struct Array {
  const char* name;
  void* start;
  uint64_t element_size;  // bytes
  uint64_t elements;
  uint64_t columns;  // of a row-major matrix; 0: a vector
  // Elements past the end that may be read, and that may be written, without a word.
  uint64_t readable_past;
  uint64_t writable_past;
  bool initialised;      // false: its content is poison, and reading it a mistake
  bool written = false;  // a result
};

// All do nothing in a program that was not built for CHECK (simtcc --mode check).
bool enabled();

// After how many seconds a call counts as late, and looks where it is (loop.endless); 0: never.
struct Late {
  double processor;  // of all threads together
  double wall;
};

struct Start {
  Report* report;
  // Called for each part when it is there; also by a signal's handler. May be null.
  void (*listener)(Part part, uint32_t index) = nullptr;
  // Chooses the launches and blocks that metrics are taken of.
  uint32_t sampling = 0;
  Late late = {0, 0};
  // Pages that hold the report, and what `listener` reads: read-only until finish(), but while
  // something is told. May be null.
  void* kept = nullptr;
  size_t kept_size = 0;
  // The host's looks at managed and pinned memory count (seen_by_host), also those of functions
  // that were not instrumented.
  bool hosts_looks = false;
};
// Findings go to `start.report` from now on, which is cleared. Allocations made from here on must
// be freed before finish().
void start(const Start& start);
// Names an array inside an allocation: what else is in that allocation is out of bounds.
void declare_array(const Array& array);
// Everything queued has run: looks for leaks and writes the metrics. Nothing is told afterwards.
void finish();
// Or the program has left what is checked in another way, by an exception or exit(): a call of CUDA
// that failed just before is why.
void broken_off();

}  // namespace simt::check
