// The check's data on the running thread, block and operation.
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
#include "check/threads/polls.h"
#include "engine/block.h"

namespace simt::check {

using detail::self;

/// A __syncwarp of these lanes: what they did in intervals before `interval` is ordered.
struct WarpSync {
  std::uint32_t interval;
  std::uint32_t mask;
};

/// Knowledge acquired through an atomic or volatile variable: everything released to it up to
/// `time`. Using it requires a fence after reading the variable: `fenced` and `fenced_for_all` are
/// the times up to which there was one, of any scope and of device scope.
struct Acquired {
  std::uintptr_t variable;
  std::uint64_t time;
  std::uint64_t fenced = 0, fenced_for_all = 0;
};

/// A read, at that time, of a variable by which other threads may have handed data over without a
/// fence (handovers.h).
struct Observation {
  enum How { took, last, waited, saw };  // a lock; as the last to count; volatile; atomically
  std::uintptr_t variable;
  std::uint64_t time;
  How how;
};

/// The state of a thread that uses fences or atomics.
struct ThreadSync {
  std::uint32_t fenced = 0;          // last interval before its latest fence; 0: none
  std::uint32_t fenced_epoch = 0;    // the block's epoch at that fence
  std::uint32_t fenced_for_all = 0;  // the same for device-scope fences
  std::uint32_t fenced_for_all_epoch = 0;
  // Knowledge from barrier objects at the time of the fence, as in BlockState::clocks; null:
  // nothing.
  std::shared_ptr<const std::vector<std::uint32_t>> fenced_clock, fenced_clock_for_all;
  std::vector<Acquired> acquired;
  std::vector<Observation> observations;
  std::uint32_t given_epoch = 0;  // epoch in which it handed over `given` variables
  unsigned given = 0;
};

struct SourceLine {
  const char* file = nullptr;
  int line = 0;
  bool operator==(const SourceLine& o) const {
    return line == o.line && (file == o.file || std::strcmp(file, o.file) == 0);
  }
};

/// A read of unwritten memory. If another thread writes it before the next barrier (global memory:
/// before the kernel ends), the mistake is a race.
struct EarlyRead {
  std::uintptr_t word;
  std::uint64_t pc;
  unsigned thread;
  std::optional<Facts> what;  // only for the first one at this pc
};

/// A copy in flight.
struct Flight {
  detail::AsyncCopy copy;
  std::uint32_t pc;
  Key by;
  std::vector<std::pair<Key, std::uint32_t>> source;  // writer of each word, and the place
};

struct BlockState {
  // Bytes that its threads have asked for: [0] of global memory, [1] of shared memory.
  std::uint64_t requested[2] = {};
  std::uint32_t index = 0;  // block index in the grid
  std::uint32_t epoch = 0;
  std::uint32_t interval = 0;
  std::uint32_t first_interval = 0;
  unsigned live_threads = 0;  // at the last __syncthreads
  Key keys[detail::max_threads];
  SourceLine barrier;  // where the first thread arrived at the pending __syncthreads
  bool barrier_reported = false;
  bool matrix_reported = false;  // lanes missing at a tensor core operation were reported
  std::vector<std::pair<SourceLine, unsigned>>
      passed;  // places of passed barriers, with the last thread count
  SourceLine collective[detail::max_threads];      // place of each lane's last collective
  std::uint8_t source[detail::max_threads];        // source lane of its shuffle
  std::vector<WarpSync> syncs[detail::max_warps];  // in this epoch
  std::unordered_map<unsigned, ThreadSync> threads;
  std::vector<Acquired> acquired;         // by any thread in an earlier epoch
  std::vector<Observation> observations;  // by any thread in an earlier epoch
  // Fences before the last __syncthreads count for threads that release after it: which threads, up
  // to which interval; if all threads had one, up to which epoch.
  std::vector<std::pair<unsigned, std::uint32_t>> fenced;
  std::uint32_t all_fenced = 0;
  std::vector<SharedVariable> shared;
  SharedVariable dynamic;              // the block's name for its dynamic shared memory
  std::vector<EarlyRead> early_reads;  // of shared memory, in this epoch
  BlockTrace* trace = nullptr;
  uint3 where{};
  // Everything that the cluster's threads did in earlier intervals is ordered before what they do
  // now.
  std::uint32_t cluster_since = 0;
  // Threads that have waited for the previous kernel in the stream (programmatic dependent launch).
  std::bitset<detail::max_threads> waited_for_grid_ahead;
  // The latest access by another block of the cluster to this one's shared memory, and the
  // cluster's phase at that time.
  struct Visit {
    std::uintptr_t pc = 0;
    std::uint64_t phase = 0;
    Facts facts;
  } visit;
  std::unordered_map<std::uint64_t, Flight> flights;  // by the copy's number
  Proxies proxies;
  // With barrier objects: for each thread, up to which interval it knows what each other thread
  // did; empty without such objects. And the objects' own knowledge, before and after completion.
  std::vector<std::vector<std::uint32_t>> clocks;
  struct BarrierObject {
    std::vector<std::uint32_t> came, known;
    std::vector<Acquired> acquired_by_came, acquired;  // the same for other blocks
    Key set_up = 0;  // the thread that initialized it, and the place
    std::uint32_t set_up_pc = 0;
  };
  std::unordered_map<const void*, BarrierObject> objects;
  // The object whose phase a thread last tested in vain, and the place.
  struct Awaited {
    const void* object = nullptr;
    std::uintptr_t pc = 0;
  } awaited;
  std::vector<Polls> polls;  // by thread; empty before the first
};

/// The check's data on one of the engine's Blocks.
struct CheckedBlock {
  BlockState state;
  BlockTrace trace;
};
inline BlockState* block_state(const detail::Block& b) {
  return &static_cast<CheckedBlock*>(b.check)->state;
}

/// The first interval of the block that owns the shared memory: older data is from a previous block
/// in the arena.
std::uint32_t begun_with(std::uintptr_t address);

/// Memory whose value is replaced for the next load (flags.h).
struct ReplacedValue {
  bool there;
  std::uintptr_t address;
  unsigned size;
  unsigned char value[16], instead[16];
};

/// An index out of an array's range. If threads share the array, its access comes next; otherwise
/// it is a local array, whose accesses are not announced.
struct OutOfRangeIndex {
  bool there;
  const char* file;
  int line;
  long index;
  std::size_t extent;
};

/// Misaligned pointers found in the running basic block (alignment.h).
struct MisalignedPointers {
  static constexpr unsigned most = 4;
  unsigned count;
  struct {
    std::uintptr_t address;
    unsigned alignment;
  } pointers[most];
};

/// The check's state of this worker thread.
struct ThreadState {
  const Key* keys;  // by thread; no_keys() if every access must go to touch()
  // For the hooks' fast paths; 0 disables them.
  std::uint32_t interval;  // the block's, since its last __syncthreads
  std::uint32_t begun;     // the block's first one
  std::uint32_t earlier;   // all intervals below it are ordered before this launch
  bool parallel;           // other workers change cells of global memory, too
  std::uintptr_t closed;   // the Space of a device that the kernel may not access, or 0
  std::uintptr_t pc;       // the last hook's return address
  BlockState* block;       // null outside kernels
  BlockTrace* trace;       // null unless the block is sampled
  bool pending;            // a store is postponed (pending_stores.h)
  bool watched;  // a trace, an index out of range, a replaced value or a misaligned pointer
  std::uint64_t progress;        // increases with every event that could end a wait
  const struct Touch* touching;  // the access in touch()
};
extern __thread ThreadState current_thread __attribute__((tls_model("local-exec")));
/// The running thread in the form that an Origin keeps for readers.
inline std::uint16_t running_reader() {
  return make_reader(self.thread, current_thread.block->index);
}
extern __thread OutOfRangeIndex suspect __attribute__((tls_model("local-exec")));
extern __thread ReplacedValue replaced __attribute__((tls_model("local-exec")));
extern __thread MisalignedPointers misaligned __attribute__((tls_model("local-exec")));

/// The launch or copy that runs.
struct Operation {
  std::uint64_t id = 0;
  std::uint32_t first_interval = 0;
  detail::Grid* grid = nullptr;  // null for a copy
  bool parallel = false;
  bool host_sees_stores = false;  // the host may see the kernel's stores before it ends
  std::vector<std::uintptr_t>
      from_host;  // volatile and atomic words that the kernel has read and the host may store to
  bool one_stream = true;      // everything before is ordered before it
  std::uint32_t kernel = 0;    // its number in the metrics
  RequestedBytes requested{};  // by the blocks that have ended; updated atomically
};
extern Operation current;

/// Whether another thread's access is ordered before the running thread's next one.
enum class Order { none, before_but_for_a_fence, before };

enum class What { read, write, atomic };

/// One access, as announced by a hook.
struct Touch {
  std::uintptr_t address;
  unsigned size;
  What what;
  bool is_volatile = false;
  bool bytes = false;        // compiler-generated pieces: any alignment is valid
  bool block_scope = false;  // atomicAdd_block
  bool only_stores = false;  // an atomic that ignores the old value
  bool frees = false;        // frees device heap memory: counts as a write to all of it
  bool bulk = false;         // by the copy engine, contiguous
  bool waits = false;        // at a barrier in memory, as often as the engine's order has it
};

/// Handles every access that the hooks' fast paths do not.
void touch(const Touch& t);
/// Decides about the suspect by the thread's next access, or by 0 if it does something else next.
void resolve_suspect(std::uintptr_t address);

/// Keys that match no cell.
const Key* no_keys();
/// Enables all fast paths that the running thread may use.
void enable_fast_paths();
/// Sends the thread's next access to touch().
void disable_fast_paths();
/// Enables the fast paths again unless something else disables them.
void resume_fast_paths();

/// The largest alignment that a hook guarantees: g++ calls the same hook for 16 bytes with
/// alignment 8 and with alignment 16.
constexpr unsigned most_by_hook = 8;

/// Called for findings that only one worker, running blocks in order, reports identically every
/// time. With more workers it ends the grid and does not return.
void need_serial();
/// Fails the grid and leaves the kernel.
[[noreturn]] void stop_kernel(cudaError_t error);

}  // namespace simt::check
