// Asynchronous copies into shared memory, and barrier objects (mbarrier): what cuda_pipeline.h,
// cooperative_groups/memcpy_async.h, <cuda/barrier>, <cuda/pipeline> and inline PTX are made of.
//
// A copy that has begun lands as late as it may: when its thread waits for it, or when the phase of
// the barrier object that it is bound to completes. Who does not wait finds the values from before.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "simt/thread.h"

namespace simt::detail {

// What a copy in bulk does with what stands in global memory, where it does not replace it.
enum class Reduction : unsigned char { none, add, min, max, inc, dec, and_, or_, xor_ };
// As tensor maps number their types.
enum class Element : unsigned char {
  u8,
  u16,
  u32,
  s32,
  u64,
  s64,
  f16,
  f32,
  f64,
  bf16,
  f32_ftz,
  tf32,
  tf32_ftz
};

// The running thread's copy of `size` bytes, the last `zeros` of which are set to zero.
// `barrier`: the object that it is bound to, or null: then commit_copies and wait_for_copies tell.
struct CopyOrder {
  void* to;
  const void* from;
  unsigned size;
  unsigned zeros;
  void* barrier;
  bool bulk;            // counted by the barrier object in bytes
  unsigned blocks = 0;  // a bit for each block of the cluster that gets it (multicast); 0: the own
  Reduction reduction = Reduction::none;
  Element element = Element::u8;  // of the reduction
};

// Of a box of the tensor that a map (CUtensorMap) tells of, into shared memory or, without a
// barrier, from there. Coordinates are of the box's first element, the innermost dimension's first.
struct BoxOrder {
  const void* map;
  void* shared;
  void* barrier;
  int at[5];
  unsigned rank;
  unsigned blocks = 0;
  Reduction reduction = Reduction::none;
};

#ifdef SIMT_CHECK
#define SIMT_CHECKED_NAME(name) asm("simt_checked_" #name)
#else
#define SIMT_CHECKED_NAME(name)
#endif
void begin_copy(const CopyOrder& order) SIMT_CHECKED_NAME(begin_copy);
void begin_box_copy(const BoxOrder& order) SIMT_CHECKED_NAME(begin_box_copy);
// fence.proxy.async: what threads have stored is there for copies in bulk, which go another way.
void fence_async_proxy() SIMT_CHECKED_NAME(fence_async_proxy);
void init_barrier(void* barrier, unsigned count) SIMT_CHECKED_NAME(init_barrier);
// `transactions`: bytes of bulk copies that the phase waits for as well. `drop`: from the next
// phase on one thread less is expected. Returns the phase that it came to.
unsigned arrive_at_barrier(void* barrier, unsigned count, int transactions, bool drop)
    SIMT_CHECKED_NAME(arrive_at_barrier);
// Whether that phase has completed. By parity alone: `phase` is 0 or 1.
bool has_completed(void* barrier, unsigned phase, bool parity) SIMT_CHECKED_NAME(has_completed);
#undef SIMT_CHECKED_NAME
// A kernel's parameter of type CUtensorMap that is no __grid_constant__: no copy can use it.
void is_copy_of_map(const void* parameter);
// The running thread's copies so far that are bound to nothing become bound to the barrier object.
void bind_copies(void* barrier);
// Copies in bulk are committed and waited for by themselves.
void commit_copies(bool bulk = false);
// One more is expected in this phase.
void add_to_phase(void* barrier);
// For all copies that were committed, but for those of the last `prior` commits.
void wait_for_copies(unsigned prior, bool bulk = false);
void expect_transactions(void* barrier, int transactions);
unsigned pending_at_barrier(const void* barrier);
void wait_for_phase(void* barrier, unsigned phase, bool parity);

// Barriers of a part of the block: PTX's 0 to 15, and behind them those of tiles of more than a
// warp. `threads`: how many the phase takes; 0: all of the block.
constexpr unsigned most_named_barriers = 48;
void come_to_named_barrier(unsigned id, unsigned threads);
void wait_at_named_barrier(unsigned id, unsigned threads);
// For how many of the threads that come the predicate holds.
unsigned count_at_named_barrier(unsigned id, unsigned threads, bool predicate);
bool is_named_barrier(const void* object);
// What threads of such a tile exchange; between the two all of them come to its barrier.
void put_in_tile(unsigned tile, unsigned rank, const void* value, unsigned size);
void read_from_tile(unsigned tile, unsigned rank, void* value, unsigned size);

// What an asynchronous copy instruction takes: both sides at multiples of the size.
inline unsigned copy_width(const void* to, const void* from, size_t size) {
  const uintptr_t bits = reinterpret_cast<uintptr_t>(to) | reinterpret_cast<uintptr_t>(from) | size;
  return bits % 16 == 0 ? 16 : bits % 8 == 0 ? 8 : bits % 4 == 0 ? 4 : 0;
}

// A group's copy, each thread some of it. Into shared memory from elsewhere it is asynchronous,
// where the alignment allows.
[[gnu::always_inline]] inline void copy_by_group(unsigned rank, unsigned threads, void* to,
                                                 const void* from, size_t size, void* barrier) {
  char* const t = static_cast<char*>(to);
  const char* const f = static_cast<const char*>(from);
  const auto is_shared = [](const void* p) { return reinterpret_cast<uintptr_t>(p) >> 40 == 0x14; };
  const unsigned width = copy_width(to, from, size);
  if (width == 0 || !is_shared(to) || is_shared(from)) {
    const unsigned each = width == 0 ? 1 : 4;
    for (size_t at = size_t{rank} * each; at < size; at += size_t{threads} * each) {
      if (each == 4)
        *reinterpret_cast<unsigned __attribute__((may_alias))*>(t + at) =
            *reinterpret_cast<const unsigned __attribute__((may_alias))*>(f + at);
      else
        t[at] = f[at];
    }
    return;
  }
  for (size_t at = size_t{rank} * width; at < size; at += size_t{threads} * width)
    begin_copy({t + at, f + at, width, 0, barrier, false});
}

}  // namespace simt::detail
