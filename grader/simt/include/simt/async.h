// Asynchronous copies into shared memory, and barrier objects (mbarrier): the basis of
// cuda_pipeline.h, cooperative_groups/memcpy_async.h, <cuda/barrier>, <cuda/pipeline> and inline
// PTX.
// A copy lands as late as possible: when its thread waits for it, or when the phase of its barrier
// object completes. A thread that does not wait reads the old values.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "simt/thread.h"

namespace simt::detail {

// How a bulk copy combines its data with that in global memory, if it does not replace it.
enum class Reduction : unsigned char { none, add, min, max, inc, dec, and_, or_, xor_ };
// Numbered like the types of tensor maps.
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

// A copy of `size` bytes by the running thread; its last `zeros` bytes are set to zero. `barrier`:
// its barrier object, or null: then commit_copies and wait_for_copies apply.
struct CopyOrder {
  void* to;
  const void* from;
  unsigned size;
  unsigned zeros;
  void* barrier;
  bool bulk;            // the barrier object counts its bytes
  unsigned blocks = 0;  // multicast: mask of the cluster's receiving blocks; 0: this one
  Reduction reduction = Reduction::none;
  Element element = Element::u8;  // of the reduction
};

// A copy of a box of the tensor described by a map (CUtensorMap), into shared memory or, without a
// barrier, from there. Coordinates are those of the box's first element, innermost dimension first.
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
// fence.proxy.async: makes threads' stores visible to bulk copies, which access memory through
// another proxy.
void fence_async_proxy() SIMT_CHECKED_NAME(fence_async_proxy);
void init_barrier(void* barrier, unsigned count) SIMT_CHECKED_NAME(init_barrier);
// `transactions`: bytes of bulk copies that the phase also waits for. `drop`: later phases expect
// one thread less. Returns the phase at which it arrived.
unsigned arrive_at_barrier(void* barrier, unsigned count, int transactions, bool drop)
    SIMT_CHECKED_NAME(arrive_at_barrier);
// Whether that phase has completed. With `parity`, `phase` is 0 or 1.
bool has_completed(void* barrier, unsigned phase, bool parity) SIMT_CHECKED_NAME(has_completed);
#undef SIMT_CHECKED_NAME
// Marks a kernel parameter of type CUtensorMap that is not __grid_constant__: no copy can use it.
void is_copy_of_map(const void* parameter);
// Binds the running thread's unbound copies so far to the barrier object.
void bind_copies(void* barrier);
// Bulk copies are committed and waited for separately.
void commit_copies(bool bulk = false);
// One more thread is expected in this phase.
void add_to_phase(void* barrier);
// Waits for all committed copies except those of the last `prior` commits.
void wait_for_copies(unsigned prior, bool bulk = false);
void expect_transactions(void* barrier, int transactions);
unsigned pending_at_barrier(const void* barrier);
void wait_for_phase(void* barrier, unsigned phase, bool parity);

// Barriers for a part of the block: PTX's 0 to 15, then those of tiles larger than a warp.
// `threads`: how many take part; 0: all of the block.
constexpr unsigned most_named_barriers = 48;
void come_to_named_barrier(unsigned id, unsigned threads);
void wait_at_named_barrier(unsigned id, unsigned threads);
// Returns the number of arriving threads for which the predicate holds.
unsigned count_at_named_barrier(unsigned id, unsigned threads, bool predicate);
bool is_named_barrier(const void* object);
// Exchanges values within such a tile; between the two calls, all its threads pass its barrier.
void put_in_tile(unsigned tile, unsigned rank, const void* value, unsigned size);
void read_from_tile(unsigned tile, unsigned rank, void* value, unsigned size);

// The widest asynchronous copy instruction for this copy: both addresses and the size must be
// multiples of its width.
inline unsigned copy_width(const void* to, const void* from, size_t size) {
  const uintptr_t bits = reinterpret_cast<uintptr_t>(to) | reinterpret_cast<uintptr_t>(from) | size;
  return bits % 16 == 0 ? 16 : bits % 8 == 0 ? 8 : bits % 4 == 0 ? 4 : 0;
}

// A copy by a group, divided among its threads. It is asynchronous if it goes into shared memory
// from elsewhere and the alignment allows it.
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
