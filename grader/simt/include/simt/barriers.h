// Barriers and fences. File and line of the call are passed on for the deadlock report.
#pragma once

#include "simt/thread.h"

namespace simt::detail {
// A barrier of threads that do not run in order.
void wait_at_barrier(const char* file, int line);
}  // namespace simt::detail

#ifdef SIMT_CHECK
void __syncthreads(const char* file = __builtin_FILE(),
                   int line = __builtin_LINE()) asm("simt_checked_syncthreads");
#else
[[gnu::always_inline]] inline void __syncthreads(const char* file = __builtin_FILE(),
                                                 int line = __builtin_LINE()) {
  using namespace simt::detail;
  if (__builtin_expect(self.order != below_at_barrier, 0)) return wait_at_barrier(file, line);
  // The entry after the last thread releases the barrier (order.cpp).
  const unsigned me = self.thread;
  switch_threads(me, me + 1, file, line);
}
#endif
int __syncthreads_count(int predicate, const char* file = __builtin_FILE(),
                        int line = __builtin_LINE());
int __syncthreads_and(int predicate, const char* file = __builtin_FILE(),
                      int line = __builtin_LINE());
int __syncthreads_or(int predicate, const char* file = __builtin_FILE(),
                     int line = __builtin_LINE());

namespace simt::detail {

// Barriers beyond the block (grid_barrier.cpp). Arriving returns the token for waiting.
bool is_cooperative();
void wait_for_grid(const char* file, int line);
unsigned long long arrive_at_grid(const char* file, int line);
void wait_for_grid(unsigned long long token, const char* file, int line);

struct ClusterShape {
  uint3 dimensions;  // blocks
  uint3 index;       // of the block
  unsigned size, rank;
};
ClusterShape cluster_shape();
void wait_for_cluster(const char* file, int line);
unsigned long long arrive_at_cluster(const char* file, int line);
void wait_for_cluster(unsigned long long token, const char* file, int line);
// The corresponding address in the shared memory of another block of the cluster.
void* at_rank(const void* shared, unsigned rank);
unsigned rank_of_shared(const void* shared);

// Called by a thread that may be waiting for another one: after a few calls, others run.
void maybe_spinning(unsigned weight);
// Called when self.iterations_left has reached 0.
void note_iterations();
void yield_thread();
}  // namespace simt::detail

#ifdef SIMT_CHECK
void __threadfence_block() asm("simt_checked_threadfence_block");
void __threadfence() asm("simt_checked_threadfence");
#else
inline void __threadfence_block() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
inline void __threadfence() {
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  if (simt::detail::in_kernel()) simt::detail::maybe_spinning(1);
}
#endif
inline void __threadfence_system() { __threadfence(); }
inline void __nanosleep(unsigned) {
  if (simt::detail::in_kernel()) simt::detail::yield_thread();
}
