// Warp collectives: shuffles, votes, match, reduce, __syncwarp. Each lane passes and receives 8
// bytes; the last lane of the mask to arrive computes all results.
#pragma once

#include <string.h>

#include "simt/thread.h"

namespace simt::detail {

enum class Collective : int {
  sync,
  shuffle,
  ballot,
  all,
  any,
  uniform,
  active,
  match_any,
  match_all,
  add_unsigned,
  add_int,
  min_unsigned,
  min_int,
  max_unsigned,
  max_int,
  bit_and,
  bit_or,
  bit_xor,
  matrix,  // simt/matrix.h
};

// Passes this lane's value and waits for the lanes of the mask; the result is in self.values.
// `source` is the source lane (shuffle only).
void meet(Collective what, unsigned mask, unsigned long long value, unsigned source,
          const char* file, int line);
// Replaces the operands of a whole warp by the results.
void resolve(Collective what, unsigned long long* exchange);

// Two sets, used alternately: a lane may be at the next collective before others have read their
// results.
constexpr unsigned long exchange_bytes = 32 * sizeof(unsigned long long);

#ifdef SIMT_CHECK
unsigned long long collective(Collective what, unsigned mask, unsigned long long value,
                              unsigned source, const char* file,
                              int line) asm("simt_checked_collective");
#else
// Always inlined: after a switch, a `ret` would be mispredicted.
[[gnu::always_inline]] inline unsigned long long collective(Collective what, unsigned mask,
                                                            unsigned long long value,
                                                            unsigned source, const char* file,
                                                            int line) {
  const unsigned me = self.thread;
  const unsigned lane = me % 32;
  const unsigned order = self.order;
  const unsigned waiting = static_cast<unsigned>(what) + 1;
  const bool fits =
      lane == 0 ? order - 1 < 2 && me < self.whole_end : order >> order_shift == waiting;
  if (__builtin_expect(mask != ~0u || !fits, 0)) {
    meet(what, mask, value, source, file, line);
    return self.values[self.thread];
  }
  unsigned long long* const exchange = self.exchange;
  const unsigned long long* const result =
      exchange + (what == Collective::shuffle ? source % 32 : lane);
  exchange[lane] = value;
  unsigned to = me + 1;
  if (lane == 0) {
    self.order = order | waiting << order_shift;
  } else if (lane == 31) {
    if (what > Collective::shuffle) resolve(what, exchange);
    self.order = order & ((1u << order_shift) - 1);
    self.exchange = reinterpret_cast<unsigned long long*>(
        reinterpret_cast<unsigned long>(exchange) ^ exchange_bytes);
    to = me - 31;
  }
  switch_threads(me, to, file, line);
  return *result;
}
#endif

// The lane that __shfl_*_sync reads from (CUDA C++ Programming Guide, "Warp
// Shuffle Functions"): a source outside the segment of `width` lanes means the
// lane's own value.
SIMT_UNCHECKED inline unsigned shuffle_source(unsigned lane, int index, int width) {
  return (lane & ~(width - 1u)) | (static_cast<unsigned>(index) & (width - 1u));
}
SIMT_UNCHECKED inline unsigned shuffle_up_source(unsigned lane, unsigned delta, int width) {
  return (lane & (width - 1u)) >= delta ? lane - delta : lane;
}
SIMT_UNCHECKED inline unsigned shuffle_down_source(unsigned lane, unsigned delta, int width) {
  return (lane & (width - 1u)) + delta < static_cast<unsigned>(width) ? lane + delta : lane;
}
SIMT_UNCHECKED inline unsigned shuffle_xor_source(unsigned lane, int lanes, int width) {
  // A target in a higher segment is out of range; one in a lower segment is
  // allowed.
  const unsigned source = lane ^ static_cast<unsigned>(lanes);
  return source < (lane & ~(width - 1u)) + static_cast<unsigned>(width) ? source : lane;
}

template <class T>
[[gnu::always_inline]] inline auto shuffle(unsigned mask, T value, unsigned source,
                                           const char* file, int line) {
  static_assert(sizeof(T) <= 8, "shuffles take types of up to 8 bytes");
  unsigned long long bits = 0;
  __builtin_memcpy(&bits, &value, sizeof value);
  bits = collective(Collective::shuffle, mask, bits, source, file, line);
  __builtin_memcpy(static_cast<void*>(&value), &bits, sizeof value);
  return value;
}

SIMT_UNCHECKED inline unsigned lane_id() { return self.thread & 31; }

}  // namespace simt::detail

#define SIMT_AT_ const char *file = __builtin_FILE(), int line = __builtin_LINE()

#define SIMT_SHUFFLES(T)                                                                   \
  [[gnu::always_inline]] inline T __shfl_sync(unsigned mask, T value, int source,          \
                                              int width = warpSize, SIMT_AT_) {            \
    using namespace simt::detail;                                                          \
    return shuffle(mask, value, shuffle_source(lane_id(), source, width), file, line);     \
  }                                                                                        \
  [[gnu::always_inline]] inline T __shfl_up_sync(unsigned mask, T value, unsigned delta,   \
                                                 int width = warpSize, SIMT_AT_) {         \
    using namespace simt::detail;                                                          \
    return shuffle(mask, value, shuffle_up_source(lane_id(), delta, width), file, line);   \
  }                                                                                        \
  [[gnu::always_inline]] inline T __shfl_down_sync(unsigned mask, T value, unsigned delta, \
                                                   int width = warpSize, SIMT_AT_) {       \
    using namespace simt::detail;                                                          \
    return shuffle(mask, value, shuffle_down_source(lane_id(), delta, width), file, line); \
  }                                                                                        \
  [[gnu::always_inline]] inline T __shfl_xor_sync(unsigned mask, T value, int lanes,       \
                                                  int width = warpSize, SIMT_AT_) {        \
    using namespace simt::detail;                                                          \
    return shuffle(mask, value, shuffle_xor_source(lane_id(), lanes, width), file, line);  \
  }

SIMT_SHUFFLES(int)
SIMT_SHUFFLES(unsigned)
SIMT_SHUFFLES(long)
SIMT_SHUFFLES(unsigned long)
SIMT_SHUFFLES(long long)
SIMT_SHUFFLES(unsigned long long)
SIMT_SHUFFLES(float)
SIMT_SHUFFLES(double)
#undef SIMT_SHUFFLES

[[gnu::always_inline]] inline void __syncwarp(unsigned mask = 0xffffffffu, SIMT_AT_) {
  simt::detail::collective(simt::detail::Collective::sync, mask, 0, 0, file, line);
}
[[gnu::always_inline]] inline unsigned __ballot_sync(unsigned mask, int predicate, SIMT_AT_) {
  return static_cast<unsigned>(simt::detail::collective(simt::detail::Collective::ballot, mask,
                                                        predicate != 0, 0, file, line));
}
[[gnu::always_inline]] inline int __all_sync(unsigned mask, int predicate, SIMT_AT_) {
  return static_cast<int>(
      simt::detail::collective(simt::detail::Collective::all, mask, predicate != 0, 0, file, line));
}
[[gnu::always_inline]] inline int __any_sync(unsigned mask, int predicate, SIMT_AT_) {
  return static_cast<int>(
      simt::detail::collective(simt::detail::Collective::any, mask, predicate != 0, 0, file, line));
}
[[gnu::always_inline]] inline int __uni_sync(unsigned mask, int predicate, SIMT_AT_) {
  return static_cast<int>(simt::detail::collective(simt::detail::Collective::uniform, mask,
                                                   predicate != 0, 0, file, line));
}
[[gnu::always_inline]] inline unsigned __activemask(SIMT_AT_) {
  return static_cast<unsigned>(
      simt::detail::collective(simt::detail::Collective::active, 0, 0, 0, file, line));
}

template <class T>
[[gnu::always_inline]] inline unsigned __match_any_sync(unsigned mask, T value, SIMT_AT_) {
  const auto promoted = +value;
  unsigned long long bits = 0;
  __builtin_memcpy(&bits, &promoted, sizeof promoted);
  return static_cast<unsigned>(
      simt::detail::collective(simt::detail::Collective::match_any, mask, bits, 0, file, line));
}
template <class T>
[[gnu::always_inline]] inline unsigned __match_all_sync(unsigned mask, T value, int* predicate,
                                                        SIMT_AT_) {
  const auto promoted = +value;
  unsigned long long bits = 0;
  __builtin_memcpy(&bits, &promoted, sizeof promoted);
  const unsigned all = static_cast<unsigned>(
      simt::detail::collective(simt::detail::Collective::match_all, mask, bits, 0, file, line));
  *predicate = all != 0;
  return all;
}

#define SIMT_REDUCE(name, T, op)                                                                  \
  [[gnu::always_inline]] inline T __reduce_##name##_sync(unsigned mask, T value, SIMT_AT_) {      \
    return static_cast<T>(simt::detail::collective(simt::detail::Collective::op, mask,            \
                                                   static_cast<unsigned>(value), 0, file, line)); \
  }
SIMT_REDUCE(add, unsigned, add_unsigned)
SIMT_REDUCE(add, int, add_int)
SIMT_REDUCE(min, unsigned, min_unsigned)
SIMT_REDUCE(min, int, min_int)
SIMT_REDUCE(max, unsigned, max_unsigned)
SIMT_REDUCE(max, int, max_int)
SIMT_REDUCE(and, unsigned, bit_and)
SIMT_REDUCE(or, unsigned, bit_or)
SIMT_REDUCE(xor, unsigned, bit_xor)
#undef SIMT_REDUCE
#undef SIMT_AT_
