// What CHECK knows of the running thread, block and operation.
#pragma once

#include <bitset>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "check/memory/shared_memory.h"
#include "check/metrics/trace.h"
#include "check/races/proxies.h"
#include "check/report/facts.h"
#include "check/shadow.h"
#include "engine/block.h"

namespace simt::check {

using detail::self;

/// A meeting of lanes at __syncwarp: what they did in intervals before `interval` is ordered.
struct WarpSync {
  std::uint32_t interval;
  std::uint32_t mask;
};

/// Who knows of what by way of an atomic or volatile variable: everything that was released to it
/// up to that time. Between what was seen there and what it stands for there must be a fence: up to
/// which time there was one since, and one of the whole device's scope.
struct Acquired {
  std::uintptr_t variable;
  std::uint64_t time;
  std::uint64_t fenced = 0, fenced_for_all = 0;
};

/// A look at a variable by which other threads may have handed something on, without a fence
/// (handovers.h); at that time.
struct Observation {
  enum How { took, last, waited, saw };  // a lock; as the last to count; volatile; atomically
  std::uintptr_t variable;
  std::uint64_t time;
  How how;
};

/// Of a thread that uses fences or atomics.
struct ThreadSync {
  std::uint32_t fenced = 0;          // the last interval before its last fence; 0: none
  std::uint32_t fenced_epoch = 0;    // the block's, at that fence
  std::uint32_t fenced_for_all = 0;  // the same of fences that other blocks can rely on
  std::uint32_t fenced_for_all_epoch = 0;
  // What barrier objects had made known to it by then, as BlockState::clocks; null: nothing.
  std::shared_ptr<const std::vector<std::uint32_t>> fenced_clock, fenced_clock_for_all;
  std::vector<Acquired> acquired;
  std::vector<Observation> observations;
  std::uint32_t given_epoch = 0;  // in which it has handed over `given` variables
  unsigned given = 0;
};

struct SourceLine {
  const char* file = nullptr;
  int line = 0;
  bool operator==(const SourceLine& o) const {
    return line == o.line && (file == o.file || std::strcmp(file, o.file) == 0);
  }
};

/// Memory was read before anything was written there. If another thread writes it before the next
/// barrier (global memory: before the kernel ends), the mistake is a race.
struct EarlyRead {
  std::uintptr_t word;
  std::uint64_t pc;
  unsigned thread;
  std::optional<Facts> what;  // only of the first one at this pc
};

/// A copy that has begun.
struct Flight {
  detail::AsyncCopy copy;
  std::uint32_t pc;
  Key by;
  std::vector<std::pair<Key, std::uint32_t>> source;  // who had written each word, and where
};

struct BlockState {
  std::uint32_t index = 0;  // in the grid
  std::uint32_t epoch = 0;
  std::uint32_t interval = 0;
  std::uint32_t first_interval = 0;
  unsigned live_threads = 0;  // at the last __syncthreads
  Key keys[detail::max_threads];
  SourceLine barrier;  // where the first thread came to the one that is being waited for
  bool barrier_reported = false;
  bool matrix_reported = false;  // that lanes are missing at an operation of tensor cores
  std::vector<std::pair<SourceLine, unsigned>>
      passed;                                      // which barriers, by how many threads at last
  SourceLine collective[detail::max_threads];      // where each lane came to its last one
  std::uint8_t source[detail::max_threads];        // and whose value it wants of a shuffle
  std::vector<WarpSync> syncs[detail::max_warps];  // in this epoch
  std::unordered_map<unsigned, ThreadSync> threads;
  std::vector<Acquired> acquired;         // by some thread in an earlier epoch
  std::vector<Observation> observations;  // likewise
  // Fences before the last __syncthreads count for whoever releases after it: of threads, up to
  // which interval; where all threads had one, up to which epoch.
  std::vector<std::pair<unsigned, std::uint32_t>> fenced;
  std::uint32_t all_fenced = 0;
  std::vector<SharedVariable> shared;
  SharedVariable dynamic;              // what the block calls its dynamic shared memory
  std::vector<EarlyRead> early_reads;  // of shared memory, in this epoch
  BlockTrace* trace = nullptr;
  uint3 where{};
  // What the cluster's threads did in intervals before this one comes before what they do now.
  std::uint32_t cluster_since = 0;
  // Threads that know that the kernel ahead in the stream is over, of a grid that may begin before.
  std::bitset<detail::max_threads> waited_for_grid_ahead;
  // The latest access of another block of the cluster to this one's shared memory, and after how
  // many of the cluster's barriers.
  struct Visit {
    std::uintptr_t pc = 0;
    std::uint64_t phase = 0;
    Facts facts;
  } visit;
  std::unordered_map<std::uint64_t, Flight> flights;  // by the copy's number
  Proxies proxies;
  // With barrier objects: up to which interval each thread knows what each other one did; empty
  // until there is one. And what those objects know, and have made known.
  std::vector<std::vector<std::uint32_t>> clocks;
  struct BarrierObject {
    std::vector<std::uint32_t> came, known;
    std::vector<Acquired> acquired_by_came, acquired;  // of other blocks, likewise
    Key set_up = 0;                                    // by whom, and where
    std::uint32_t set_up_pc = 0;
  };
  std::unordered_map<const void*, BarrierObject> objects;
  // Whose phase a thread has last looked for in vain, and where.
  struct Awaited {
    const void* object = nullptr;
    std::uintptr_t pc = 0;
  } awaited;
};

/// What CHECK keeps of a Block of the engine's.
struct Kept {
  BlockState state;
  BlockTrace trace;
};
inline BlockState* block_state(const detail::Block& b) {
  return &static_cast<Kept*>(b.check)->state;
}

/// The first interval of the block whose shared memory it is: what is older was left there by
/// another block that had the arena before.
std::uint32_t begun_with(std::uintptr_t address);

/// What stands in memory but for the load that comes next (flags.h).
struct Shown {
  bool there;
  std::uintptr_t address;
  unsigned size;
  unsigned char value[16], instead[16];
};

/// An index was out of an array's range. If the array is one that threads share, its access comes
/// next; if not, it was a local array's, which nobody announces.
struct Suspect {
  bool there;
  const char* file;
  int line;
  long index;
  std::size_t extent;
};

/// Pointers that are not aligned as their type asks, in the basic block that runs (alignment.h).
struct MisalignedPointers {
  static constexpr unsigned most = 4;
  unsigned count;
  struct {
    std::uintptr_t address;
    unsigned alignment;
  } pointers[most];
};

/// Of this worker.
struct Me {
  const Key* keys;  // of each thread; where nothing may pass unseen, of none
  // For the hooks' short ways. 0 where they may not be taken.
  std::uint32_t interval;        // the block's, since its last __syncthreads
  std::uint32_t begun;           // the block's first one
  std::uint32_t earlier;         // all intervals below it are ordered before this launch
  bool parallel;                 // other workers change cells of global memory as well
  std::uintptr_t closed;         // the Space of a device whose memory the kernel may not use, or 0
  std::uintptr_t pc;             // the last hook's return address
  BlockState* block;             // null outside kernels
  BlockTrace* trace;             // null unless the block is sampled
  bool pending;                  // is there a store that was put off (pending_stores.h)?
  bool watched;                  // a trace, a Suspect, a value shown or a misaligned pointer
  std::uint64_t progress;        // goes up with everything that could end somebody's waiting
  const struct Touch* touching;  // what touch() is looking at
};
extern __thread Me me __attribute__((tls_model("local-exec")));
/// The running thread, as an Origin keeps readers.
inline std::uint16_t running_reader() { return make_reader(self.thread, me.block->index); }
extern __thread Suspect suspect __attribute__((tls_model("local-exec")));
extern __thread Shown shown __attribute__((tls_model("local-exec")));
extern __thread MisalignedPointers misaligned __attribute__((tls_model("local-exec")));

/// The launch or copy that runs.
struct Operation {
  std::uint64_t id = 0;
  std::uint32_t first_interval = 0;
  detail::Grid* grid = nullptr;  // null: a copy
  bool parallel = false;
  bool host_looks_on = false;  // it may see what the kernel stores before that is over
  std::vector<std::uintptr_t>
      from_host;             // volatile and atomic words of both, which it has looked at
  bool one_stream = true;    // all that was done before is ordered before it
  std::uint32_t kernel = 0;  // its number in the metrics
};
extern Operation current;

/// How another thread's access comes before what the running thread does now.
enum class Order { none, before_but_for_a_fence, before };

enum class What { read, write, atomic };

/// One access as a hook sees it.
struct Touch {
  std::uintptr_t address;
  unsigned size;
  What what;
  bool is_volatile = false;
  bool bytes = false;        // by compiler-made pieces: any alignment is right
  bool block_scope = false;  // atomicAdd_block
  bool only_stores = false;  // an atomic that does not look at what is there
  bool frees = false;        // memory of the device's heap: a write to all of it
  bool bulk = false;         // by the copy engine, many bytes in a row
};

/// All that the hooks' short way does not settle.
void touch(const Touch& t);
/// The thread's next access, or 0 for anything else that it does, says what the suspect is.
void resolve_suspect(std::uintptr_t address);

/// Keys that match no cell.
const Key* no_keys();
/// The hooks' short ways are as open to the running thread as they can be.
void allow_short_ways();
/// The thread's next access must not go a short way.
void close_short_ways();
/// Reopens them unless something else keeps them closed.
void resume_short_ways();

/// The alignment that a hook guarantees at most: g++ announces 16 bytes of alignment 8 as it does
/// those of alignment 16.
constexpr unsigned most_by_hook = 8;

/// Something that only one worker, running blocks in order, can tell in the same words every time.
/// Ends the grid; does not return when there is more than one.
void need_serial();
/// Ends the grid.
[[noreturn]] void stop_kernel(cudaError_t error);

}  // namespace simt::check
