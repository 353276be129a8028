// What a kernel's thread knows about itself, and the loop that runs a block's threads.
#pragma once

#include "vector_types.h"

// __thread and not thread_local: an extern thread_local calls an initialisation wrapper on each
// use. A block stays on one worker while it lives, so these never change under a running fiber.
extern __thread uint3 threadIdx __attribute__((tls_model("initial-exec")));
extern __thread uint3 blockIdx __attribute__((tls_model("initial-exec")));
extern __thread dim3 blockDim __attribute__((tls_model("initial-exec")));
extern __thread dim3 gridDim __attribute__((tls_model("initial-exec")));

constexpr int warpSize = 32;

namespace simt::detail {

struct Block;
struct Worker;

struct Self {
  unsigned thread;     // linear index in the block
  unsigned plain_end;  // threads below this one may run one after the other without book-keeping
  char* arena;         // shared memory of the block
  unsigned serial;     // of the block, on this worker: says which shared variables it has touched
  unsigned spins;      // atomics without effect since the thread was last switched to
  Block* block;        // null outside kernels
  Worker* worker;
  unsigned long long* values;  // what each thread gets from a warp collective
};

extern __thread Self self __attribute__((tls_model("initial-exec")));

// Ends the current thread. True: another thread of the block is set up and shall run on this
// stack; false: the block is finished.
bool next_thread();

// Runs threads of a block on this stack until none is left that has not started. A kernel must not
// throw: an exception that leaves it terminates the program.
template <class Body>
void run_threads(void* closure) noexcept {
  const Body& body = *static_cast<const Body*>(closure);
  for (;;) {
    body();
    const unsigned next = self.thread + 1;
    if (__builtin_expect(next < self.plain_end, 1)) {
      self.thread = next;
      if (++threadIdx.x == blockDim.x) {
        threadIdx.x = 0;
        if (++threadIdx.y == blockDim.y) {
          threadIdx.y = 0;
          ++threadIdx.z;
        }
      }
    } else if (!next_thread()) {
      return;
    }
  }
}

inline bool in_kernel() { return self.block != nullptr; }

}  // namespace simt::detail
