// The state of a kernel's thread, and the loop that runs a block's threads.
#pragma once

#include "simt/switch.h"
#include "vector_types.h"

// __thread and not thread_local: an extern thread_local calls an initialization wrapper on each
// use. local-exec is possible because student code is always linked into a program; otherwise the
// variables' offset would occupy the one register that a switch does not clobber, on the path
// between threads. A block stays on one worker while it lives, so these never change under a
// running fiber.
// In a kernel instrumented by CHECK (SIMT_CHECK) they are constants of a type without a
// constructor: they never change for a thread, so the compiler need not reload them.
#ifdef SIMT_CHECK
extern const __thread uint3 threadIdx __attribute__((tls_model("local-exec")));
extern const __thread uint3 blockIdx __attribute__((tls_model("local-exec")));
extern const __thread uint3 blockDim __attribute__((tls_model("local-exec")));
extern const __thread uint3 gridDim __attribute__((tls_model("local-exec")));
#else
extern __thread uint3 threadIdx __attribute__((tls_model("local-exec")));
extern __thread uint3 blockIdx __attribute__((tls_model("local-exec")));
extern __thread dim3 blockDim __attribute__((tls_model("local-exec")));
extern __thread dim3 gridDim __attribute__((tls_model("local-exec")));
#endif

// Functions that access the engine's own memory must not be instrumented, nor inlined into
// instrumented ones.
#if defined SIMT_CHECK && __GNUC__ >= 12
#define SIMT_UNCHECKED_CALL __attribute__((no_sanitize("thread"), no_sanitize_coverage))
#elif defined SIMT_CHECK
#define SIMT_UNCHECKED_CALL __attribute__((no_sanitize("thread")))
#else
#define SIMT_UNCHECKED_CALL
#endif
#ifdef SIMT_CHECK
#define SIMT_UNCHECKED __attribute__((noinline)) SIMT_UNCHECKED_CALL
#else
#define SIMT_UNCHECKED
#endif

constexpr int warpSize = 32;

namespace simt::detail {

struct Block;
struct Worker;

// "In order" is the usual state of a block's threads, with hardly any overhead: threads below the
// running one have all done the same thing, threads above it can run, and they take turns by
// number. The two low bits say what the threads below did; the bits above them, if set, are the
// warp collective (plus 1) at which lower lanes of the running warp wait. Anything else leaves the
// order first (use_masks), for full bookkeeping.
enum Order : unsigned { no_order = 0, below_at_barrier = 1, below_ended = 2 };
constexpr unsigned order_shift = 2;

enum class AtomicDoes : unsigned char { updates, exchanges, compares };

struct Self {
  unsigned thread;           // linear index in the block
  unsigned spins;            // atomics without effect since the thread was last switched to
  unsigned iterations_left;  // iterations of loops that may wait, until note_iterations() is called
  unsigned order;            // an Order and a collective
  unsigned whole_end;        // threads below this one belong to whole warps
  unsigned plain_end;        // threads below this one may run one after the other
                             // without book-keeping
  unsigned serial;           // of the block, on this worker: tells which shared variables
                             // it has touched
  char* arena;               // shared memory of the block
  Block* block;              // null outside kernels
  Worker* worker;
  Stopped* stopped;              // for each thread of the block
  const uint3* indices;          // threadIdx of each thread
  unsigned long long* values;    // each thread's result of a warp collective, if not in order
  unsigned long long* exchange;  // operands of the running warp's lanes, if in order
  unsigned long long changes;  // events that others may wait for: atomics, barriers, ended threads
  bool atomic_changed;         // CHECK: whether the running thread's last atomic changed the value
  AtomicDoes atomic_does;      // CHECK: the kind of that atomic
  bool result_unused;          // CHECK: nobody looks at the result of the next atomic
  bool refuses, refused;       // CHECK: that atomic shall find the lock taken; it has found it so
  unsigned long long taken, free;  // CHECK: what it finds then, and what stands there
};

extern __thread Self self __attribute__((tls_model("local-exec")));

// Ends the current thread. Returns true if another thread of the block is set up to run on this
// stack; false if the block is finished.
bool next_thread();

// Runs threads of a block on this stack until all have started. A kernel must not throw: an
// exception that leaves it terminates the program.
#ifdef SIMT_CHECK
bool finish_checked_thread();
constexpr bool (*finish_thread)() = &finish_checked_thread;
#else
// threadIdx of the thread after the running one.
inline void step_index() {
  if (++threadIdx.x != blockDim.x) return;
  threadIdx.x = 0;
  if (++threadIdx.y != blockDim.y) return;
  threadIdx.y = 0;
  ++threadIdx.z;
}

// Like next_thread, with the most common case inlined.
inline bool finish_unchecked_thread() {
  const unsigned next = self.thread + 1;
  if (__builtin_expect(next >= self.plain_end, 0)) return next_thread();
  self.thread = next;
  step_index();
  return true;
}
constexpr bool (*finish_thread)() = &finish_unchecked_thread;
#endif

template <class Body>
SIMT_UNCHECKED void run_threads(void* closure) noexcept {
  const Body& body = *static_cast<const Body*>(closure);
  do body();
  while (finish_thread());
}

template <class Body>
void run_block(void* closure) noexcept {
  (*static_cast<const Body*>(closure))();
}

// Ends the current thread at any call depth, like PTX's `exit`: its stack starts again with what
// `finish` sets up. No destructors run.
[[noreturn]] void leave_thread(bool (*finish)());
[[noreturn]] inline void exit_thread() { leave_thread(finish_thread); }

#ifndef SIMT_CHECK
// Makes thread t the running one.
[[gnu::always_inline]] inline void enter_thread(unsigned t) {
  self.thread = t;
  self.spins = 0;
  threadIdx = self.indices[t];
  // Prefetch the next thread, which usually runs next: a block's stacks do not fit into the
  // first-level cache, nor their pages into its TLB.
  const char* const after = static_cast<const char*>(self.stopped[t + 1].stack);
  __builtin_prefetch(after);
  __builtin_prefetch(after + 64);
}

// Runs thread `to` in place of `me`, which waits at file:line.
[[gnu::always_inline]] inline void switch_threads(unsigned me, unsigned to, const char* file,
                                                  int line) {
  Stopped* const stopped = self.stopped;
  stopped[me].file = file;
  stopped[me].line = line;
  enter_thread(to);
  hand_over(&stopped[me], &stopped[to]);
}
#endif

SIMT_UNCHECKED inline bool in_kernel() { return self.block != nullptr; }

}  // namespace simt::detail

// Which body of a function for host and device this call runs (rewriter/host_pass.h).
SIMT_UNCHECKED constexpr bool simt_runs_on_device() {
  return !__builtin_is_constant_evaluated() && simt::detail::in_kernel();
}

#ifndef SIMT_CHECK
namespace simt {

// Runs the threads of the running block in a loop, by number. `thread` receives threadIdx,
// blockIdx, blockDim and gridDim in registers, where no store through a pointer can change them.
template <class Thread>
[[gnu::always_inline]] inline void for_threads_of_block(const Thread& thread) {
  const uint3 block = blockIdx;
  const dim3 size = blockDim, grid = gridDim;
  for (unsigned z = 0; z < size.z; ++z) {
    for (unsigned y = 0; y < size.y; ++y) {
      threadIdx.y = y;
      threadIdx.z = z;
      for (unsigned x = 0; x < size.x; ++x) {
        // For functions called by the kernel, and for fault reports.
        *const_cast<volatile unsigned*>(&threadIdx.x) = x;
        thread(uint3{x, y, z}, block, size, grid);
      }
    }
  }
}

}  // namespace simt
#endif
