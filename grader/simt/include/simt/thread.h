// What a kernel's thread knows about itself, and the loop that runs a block's
// threads.
#pragma once

#include "simt/switch.h"
#include "vector_types.h"

// __thread and not thread_local: an extern thread_local calls an initialisation
// wrapper on each use. local-exec (a student's code is always linked into a
// program): else the variables' offset lives in the one register that a switch
// does not clobber, and that is on the path from each thread to the next one. A
// block stays on one worker while it lives, so these never change under a
// running fiber.
//
// In a kernel that CHECK instruments (SIMT_CHECK) they are constants, and of a type that has no
// constructor: a thread's never change, and the compiler then leaves them alone.
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

// What touches the engine's own memory is not to be instrumented, nor inlined into what is.
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

// "In order" is the state that a block's threads are in nearly always, and that
// costs nearly nothing: threads below the running one have all done the same
// thing, threads above it can run, and they take turns by number. Two low bits
// say what the threads below did; the bits above them, if set, name the warp
// collective (plus 1) at which lower lanes of the running warp wait. Whatever
// does not fit in leaves the order first (leave_order), for full book-keeping.
enum Order : unsigned { no_order = 0, below_at_barrier = 1, below_ended = 2 };
constexpr unsigned order_shift = 2;

enum class AtomicDoes : unsigned char { updates, exchanges, compares };

struct Self {
  unsigned thread;     // linear index in the block
  unsigned spins;      // atomics without effect since the thread was last switched to
  unsigned turns;      // of loops that may wait, until turned_often() looks at them
  unsigned order;      // an Order and a collective
  unsigned whole_end;  // threads below this one belong to whole warps
  unsigned plain_end;  // threads below this one may run one after the other
                       // without book-keeping
  unsigned serial;     // of the block, on this worker: says which shared variables
                       // it has touched
  char* arena;         // shared memory of the block
  Block* block;        // null outside kernels
  Worker* worker;
  Stopped* stopped;              // for each thread of the block
  const uint3* indices;          // threadIdx of each thread
  unsigned long long* values;    // what each thread gets from a warp collective out of order
  unsigned long long* exchange;  // what the lanes of the running warp hand in, in order
  unsigned long long changes;    // of what others may wait for: atomics, barriers, ended threads
  bool atomic_changed;           // CHECK: the running thread's last atomic stored another value
  AtomicDoes atomic_does;        // likewise, what it was
};

extern __thread Self self __attribute__((tls_model("local-exec")));

// Ends the current thread. True: another thread of the block is set up and
// shall run on this stack; false: the block is finished.
bool next_thread();

// Runs threads of a block on this stack until none is left that has not
// started. A kernel must not throw: an exception that leaves it terminates the
// program.
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

// As next_thread, with its most common case in line.
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

// Ends the current thread however deep in calls it is, as PTX's `exit` does: its stack begins anew
// with what `finish` sets up. Nothing is destroyed.
[[noreturn]] void leave_thread(bool (*finish)());
[[noreturn]] inline void exit_thread() { leave_thread(finish_thread); }

#ifndef SIMT_CHECK
// Makes thread t the running one.
[[gnu::always_inline]] inline void enter_thread(unsigned t) {
  self.thread = t;
  self.spins = 0;
  threadIdx = self.indices[t];
  // The thread after this one comes next, as a rule. A block's stacks do not
  // fit into the first-level cache, nor their pages into its TLB.
  const char* const after = static_cast<const char*>(self.stopped[t + 1].stack);
  __builtin_prefetch(after);
  __builtin_prefetch(after + 64);
}

// Lets thread `to` run in the place of `me`, which waits at file:line.
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

#ifndef SIMT_CHECK
namespace simt {

// The threads of the running block in a loop, by number. `thread` receives threadIdx, blockIdx,
// blockDim and gridDim: in registers, where no store through a pointer can have changed them.
template <class Thread>
[[gnu::always_inline]] inline void for_threads_of_block(const Thread& thread) {
  const uint3 block = blockIdx;
  const dim3 size = blockDim, grid = gridDim;
  for (unsigned z = 0; z < size.z; ++z) {
    for (unsigned y = 0; y < size.y; ++y) {
      threadIdx.y = y;
      threadIdx.z = z;
      for (unsigned x = 0; x < size.x; ++x) {
        // For functions that are called, and for the report of a fault.
        *const_cast<volatile unsigned*>(&threadIdx.x) = x;
        thread(uint3{x, y, z}, block, size, grid);
      }
    }
  }
}

}  // namespace simt
#endif
