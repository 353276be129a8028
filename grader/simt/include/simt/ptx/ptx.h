// Functions to which instructions of inline PTX are translated (simt/rewriter/ptx/ptx.h). Semantics
// follow the PTX ISA.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include <limits>
#include <type_traits>

#include "simt/async.h"
#include "simt/atomics.h"
#include "simt/barriers.h"
#include "simt/device_functions.h"
#include "simt/math.h"
#include "simt/warp.h"

#define SIMT_PTX [[gnu::always_inline]] inline

namespace simt::ptx {

/// A register's content as another type: the same bits if an integer and a floating-point type have
/// equal sizes, the low bits of a larger register, or extended according to its own type.
template <class To, class From>
SIMT_PTX To as(From from) {
  if constexpr (std::is_pointer_v<From>) {
    return static_cast<To>(reinterpret_cast<uintptr_t>(from));
  } else if constexpr (std::is_enum_v<From>) {
    return static_cast<To>(from);
  } else if constexpr (std::is_floating_point_v<To> == std::is_floating_point_v<From>) {
    return static_cast<To>(from);
  } else {
    return detail::reinterpret_bits<To>(from);
  }
}

template <class To, class From>
SIMT_PTX void put(To& to, From from) {
  if constexpr (std::is_pointer_v<To>) {
    to = reinterpret_cast<To>(as<uintptr_t>(from));
  } else if constexpr (std::is_enum_v<To>) {
    to = static_cast<To>(from);
  } else {
    to = as<std::remove_cv_t<To>>(from);
  }
}

/// The destination for unused results (the operand "_").
struct Discard {};
inline Discard discard;
template <class From>
SIMT_PTX void put(Discard&, From) {}

// --- memory --------------------------------------------------------------------------------------

template <class T>
struct [[gnu::may_alias]] Word {
  T value;
};
template <class T, int n>
struct [[gnu::may_alias]] alignas(sizeof(T) * n) Vector {
  T value[n];
};

SIMT_PTX char* at(unsigned long long address, long long offset) {
  return reinterpret_cast<char*>(address) + offset;
}

/// Addresses of shared memory are the low bits of C++ addresses (__cvta_generic_to_shared).
SIMT_UNCHECKED inline char* arena_of_block() { return detail::self.arena; }
SIMT_PTX char* shared_at(unsigned long long address, long long offset) {
  char* const arena = arena_of_block();
  const auto first = reinterpret_cast<uintptr_t>(arena);
  return arena + ((address - first) & 0xffffff) + offset;
}

// --- asynchronous copies, clusters ---------------------------------------------------------------

SIMT_PTX void begin_copy(void* to, const void* from, unsigned size, unsigned read) {
  detail::begin_copy({to, from, size, read < size ? size - read : 0, nullptr, false});
}
/// Called after a load of data that other threads may store: repeated loads mean that the thread is
/// waiting.
inline void count_poll() {
#ifndef SIMT_CHECK  // in CHECK, the load's hook notices this
  if (simt::detail::in_kernel()) simt::detail::maybe_spinning(1);
#endif
}

/// Called before an iteration of a loop that may wait, or compute.
SIMT_PTX void count_iteration() {
#ifndef SIMT_CHECK
  if (__builtin_expect(--simt::detail::self.iterations_left == 0, 0))
    simt::detail::note_iterations();
#endif
}

// bar.sync and bar.arrive: barrier `id` of the block, for that many threads; 0: all.
inline void wait_at_barrier(unsigned id, unsigned threads = 0, const char* file = __builtin_FILE(),
                            int line = __builtin_LINE()) {
  if (id == 0 && (threads == 0 || threads == blockDim.x * blockDim.y * blockDim.z))
    __syncthreads(file, line);
  else
    simt::detail::wait_at_named_barrier(id, threads);
}
// bar.red: the same, and returns the number of threads for which the predicate holds.
inline unsigned count_at_barrier(unsigned id, unsigned threads, bool predicate) {
  const unsigned all = blockDim.x * blockDim.y * blockDim.z;
  if (id == 0 && (threads == 0 || threads == all))
    return static_cast<unsigned>(__syncthreads_count(predicate));
  return simt::detail::count_at_named_barrier(id, threads, predicate);
}
inline unsigned threads_at_barrier(unsigned threads) {
  return threads != 0 ? threads : blockDim.x * blockDim.y * blockDim.z;
}
inline void come_to_barrier(unsigned id, unsigned threads) {
  simt::detail::come_to_named_barrier(id, threads);
}

void arrive_at_cluster(const char* file = __builtin_FILE(), int line = __builtin_LINE());
void wait_for_cluster(const char* file = __builtin_FILE(), int line = __builtin_LINE());

// --- registers -----------------------------------------------------------------------------------

SIMT_UNCHECKED inline unsigned warp_id() { return detail::self.thread / 32; }
SIMT_PTX unsigned warps_of_block() { return (blockDim.x * blockDim.y * blockDim.z + 31) / 32; }

/// Not inline: a kernel of a submission cannot call the host's clock
/// (engine/api/host_functions.cpp).
unsigned long long nanoseconds();

// --- arithmetic
// ------------------------------------------------------------------------------------

/// Integers wrap around, which C++ guarantees only for unsigned ones.
template <class T, bool = std::is_integral_v<T> && !std::is_same_v<T, bool>>
struct Wrapping {
  using type = std::make_unsigned_t<T>;
};
template <class T>
struct Wrapping<T, false> {
  using type = T;
};
template <class T>
using wrapping = typename Wrapping<T>::type;

template <class T>
constexpr unsigned width_in_bits = 8 * sizeof(T);

template <class T>
SIMT_PTX T add_(T a, T b) {
  return static_cast<T>(static_cast<wrapping<T>>(a) + static_cast<wrapping<T>>(b));
}
template <class T>
SIMT_PTX T sub_(T a, T b) {
  return static_cast<T>(static_cast<wrapping<T>>(a) - static_cast<wrapping<T>>(b));
}
template <class T>
SIMT_PTX T mul_(T a, T b) {
  if constexpr (std::is_floating_point_v<T>) {
    return a * b;
  } else {
    return static_cast<T>(static_cast<unsigned long long>(a) * static_cast<unsigned long long>(b));
  }
}
template <class T>
struct Wider;
template <>
struct Wider<short> {
  using type = int;
};
template <>
struct Wider<unsigned short> {
  using type = unsigned;
};
template <>
struct Wider<int> {
  using type = long long;
};
template <>
struct Wider<unsigned> {
  using type = unsigned long long;
};
template <>
struct Wider<long long> {
  using type = __int128;
};
template <>
struct Wider<unsigned long long> {
  using type = unsigned __int128;
};
template <class T>
SIMT_PTX auto mul_wide(T a, T b) {
  using W = typename Wider<T>::type;
  return static_cast<W>(static_cast<W>(a) * static_cast<W>(b));
}
template <class T>
SIMT_PTX T mul_hi(T a, T b) {
  return static_cast<T>(mul_wide<T>(a, b) >> width_in_bits<T>);
}
/// On the hardware, division by zero sets all bits; the ISA leaves the result open.
template <class T>
SIMT_PTX T div_(T a, T b) {
  if constexpr (std::is_floating_point_v<T>) {
    return a / b;
  } else {
    if (b == 0) return static_cast<T>(-1);
    if (std::is_signed_v<T> && b == static_cast<T>(-1)) return sub_<T>(0, a);
    return static_cast<T>(a / b);
  }
}
template <class T>
SIMT_PTX T rem_(T a, T b) {
  if (b == 0) return a;
  if (std::is_signed_v<T> && b == static_cast<T>(-1)) return 0;
  return static_cast<T>(a % b);
}
template <class T>
SIMT_PTX T min_(T a, T b) {
  if constexpr (std::is_same_v<T, float>) return fminf(a, b);
  if constexpr (std::is_same_v<T, double>) return fmin(a, b);
  return b < a ? b : a;
}
template <class T>
SIMT_PTX T max_(T a, T b) {
  if constexpr (std::is_same_v<T, float>) return fmaxf(a, b);
  if constexpr (std::is_same_v<T, double>) return fmax(a, b);
  return a < b ? b : a;
}
template <class T>
SIMT_PTX T and_(T a, T b) {
  return static_cast<T>(a & b);
}
template <class T>
SIMT_PTX T or_(T a, T b) {
  return static_cast<T>(a | b);
}
template <class T>
SIMT_PTX T xor_(T a, T b) {
  return static_cast<T>(a ^ b);
}
template <class T>
SIMT_PTX T not_(T a) {
  if constexpr (std::is_same_v<T, bool>) return !a;
  return static_cast<T>(~a);
}
template <class T>
SIMT_PTX T cnot_(T a) {
  return a == 0 ? 1 : 0;
}
template <class T>
SIMT_PTX T neg_(T a) {
  if constexpr (std::is_floating_point_v<T>) return -a;
  return sub_<T>(0, a);
}
template <class T>
SIMT_PTX T abs_(T a) {
  if constexpr (std::is_floating_point_v<T>) return __builtin_fabs(a);
  return a < 0 ? neg_<T>(a) : a;
}
/// For shifts by more bits than the type has: 0, or copies of the sign bit.
template <class T>
SIMT_PTX T shl_(T a, unsigned by) {
  return by >= width_in_bits<T> ? T() : static_cast<T>(static_cast<wrapping<T>>(a) << by);
}
template <class T>
SIMT_PTX T shr_(T a, unsigned by) {
  if (by >= width_in_bits<T>) return a < 0 ? static_cast<T>(-1) : T();
  return static_cast<T>(a >> by);
}
template <class T>
SIMT_PTX T brev_(T a) {
  return static_cast<T>(__brevll(static_cast<unsigned long long>(a)) >> (64 - width_in_bits<T>));
}
template <class T>
SIMT_PTX unsigned popc_(T a) {
  return static_cast<unsigned>(__popcll(static_cast<wrapping<T>>(a)));
}
template <class T>
SIMT_PTX unsigned clz_(T a) {
  return static_cast<unsigned>(__clzll(static_cast<long long>(static_cast<wrapping<T>>(a)))) -
         (64 - width_in_bits<T>);
}
/// The position of the highest bit that differs from the sign, counted from the lowest; ~0 if there
/// is none.
template <class T>
SIMT_PTX unsigned bfind_(T a) {
  if (std::is_signed_v<T> && a < 0) a = static_cast<T>(~a);
  return width_in_bits<T> - 1 - clz_<T>(a);
}
template <class T>
SIMT_PTX T sad_(T a, T b, T c) {
  return add_<T>(c, a < b ? sub_<T>(b, a) : sub_<T>(a, b));
}
template <class T>
SIMT_PTX T bfe_(T a, unsigned from, unsigned count) {
  from &= 0xff;
  count &= 0xff;
  constexpr unsigned bits = width_in_bits<T>;
  if (count == 0) return 0;
  const unsigned top = from + count - 1 < bits - 1 ? from + count - 1 : bits - 1;
  const bool sign = std::is_signed_v<T> && (static_cast<wrapping<T>>(a) >> top & 1) != 0;
  wrapping<T> found = from >= bits ? 0 : static_cast<wrapping<T>>(a) >> from;
  const unsigned kept = from > top ? 0 : top - from + 1;
  if (kept < bits) {
    const wrapping<T> mask = (wrapping<T>{1} << kept) - 1;
    found = sign ? found | ~mask : found & mask;
  }
  return static_cast<T>(found);
}
/// Inserts the low bits of `a` into `b` at a position.
template <class T>
SIMT_PTX T bfi_(T a, T b, unsigned to, unsigned count) {
  to &= 0xff;
  count &= 0xff;
  constexpr unsigned bits = width_in_bits<T>;
  if (count == 0 || to >= bits) return b;
  const T mask = static_cast<T>((count >= bits ? ~T() : static_cast<T>((T{1} << count) - 1)) << to);
  return static_cast<T>((b & ~mask) | ((a << to) & mask));
}
/// For each bit position, the table's entry selected by three bits.
SIMT_PTX unsigned lop3_(unsigned a, unsigned b, unsigned c, unsigned table) {
  unsigned found = 0;
  if (table & 0x01) found |= ~a & ~b & ~c;
  if (table & 0x02) found |= ~a & ~b & c;
  if (table & 0x04) found |= ~a & b & ~c;
  if (table & 0x08) found |= ~a & b & c;
  if (table & 0x10) found |= a & ~b & ~c;
  if (table & 0x20) found |= a & ~b & c;
  if (table & 0x40) found |= a & b & ~c;
  if (table & 0x80) found |= a & b & c;
  return found;
}
SIMT_PTX unsigned at_most_32(unsigned by) { return by < 32 ? by : 32; }
/// shf: takes 32 bits of the number formed by `low` and `high`.
SIMT_PTX unsigned funnel_l(unsigned low, unsigned high, unsigned by, bool clamped) {
  return clamped && by == 32 ? low : __funnelshift_l(low, high, by);
}
SIMT_PTX unsigned funnel_r(unsigned low, unsigned high, unsigned by, bool clamped) {
  return clamped && by == 32 ? high : __funnelshift_r(low, high, by);
}
template <class T>
SIMT_PTX T dp4a_(T a, T b, T c) {
  using Byte = std::conditional_t<std::is_signed_v<T>, signed char, unsigned char>;
  for (int i = 0; i < 4; ++i)
    c = add_<T>(c, static_cast<T>(static_cast<Byte>(a >> (8 * i))) *
                       static_cast<T>(static_cast<Byte>(b >> (8 * i))));
  return c;
}

template <class T>
SIMT_PTX bool ordered_unequal(T a, T b) {
  return a < b || a > b;
}

/// Converts to an integer, clamped to the type's range; a NaN becomes 0 or, for 64 bits, only the
/// highest bit.
template <class To, class From>
SIMT_PTX To saturated(From whole) {
  using Limits = std::numeric_limits<To>;
  if (whole != whole)
    return sizeof(To) == 8 || sizeof(From) == 8 ? static_cast<To>(1ull << (8 * sizeof(To) - 1)) : 0;
  // If the largest integer does not fit into From, it is rounded up: everything from there on is
  // clamped.
  if (whole <= static_cast<From>(Limits::min())) return Limits::min();
  if (whole >= static_cast<From>(Limits::max())) return Limits::max();
  return static_cast<To>(whole);
}

// The functions of the approximate instructions; a GPU's are less exact.
#define SIMT_PTX_FUNCTION(name, f32, f64)     \
  template <class T>                          \
  SIMT_PTX T name(T a) {                      \
    if constexpr (std::is_same_v<T, float>) { \
      return f32;                             \
    } else {                                  \
      return f64;                             \
    }                                         \
  }
SIMT_PTX_FUNCTION(sqrt_, sqrtf(a), sqrt(a))
SIMT_PTX_FUNCTION(rsqrt_, 1.0f / sqrtf(a), 1.0 / sqrt(a))
SIMT_PTX_FUNCTION(rcp_, 1.0f / a, 1.0 / a)
SIMT_PTX_FUNCTION(sin_, sinf(a), sin(a))
SIMT_PTX_FUNCTION(cos_, cosf(a), cos(a))
SIMT_PTX_FUNCTION(lg2_, log2f(a), log2(a))
SIMT_PTX_FUNCTION(ex2_, exp2f(a), exp2(a))
SIMT_PTX_FUNCTION(tanh_, tanhf(a), tanh(a))
#undef SIMT_PTX_FUNCTION

// --- shuffles
// --------------------------------------------------------------------------------------

// `c` contains a limit for the source lane (its low bits) and the bits of a lane's number that
// select a segment of the warp (above them): PTX ISA, "shfl.sync".
struct Segment {
  unsigned first, limit;
};
SIMT_UNCHECKED inline Segment shuffle_segment(unsigned lane, unsigned c) {
  const unsigned limit = c & 31, mask = c >> 8 & 31;
  return {lane & mask, (lane & mask) | (limit & ~mask)};
}

#define SIMT_PTX_SHUFFLE(name, source, is_within)                                              \
  SIMT_PTX unsigned shfl_##name(unsigned value, unsigned b, unsigned c, unsigned mask,         \
                                bool& within, const char* file, int line) {                    \
    const unsigned lane = detail::lane_id();                                                   \
    const Segment segment = shuffle_segment(lane, c);                                          \
    const int j = static_cast<int>(source);                                                    \
    within = is_within;                                                                        \
    return detail::shuffle(mask, value, within ? static_cast<unsigned>(j) : lane, file, line); \
  }
SIMT_PTX_SHUFFLE(up, lane - (b & 31), j >= static_cast<int>(segment.limit))
SIMT_PTX_SHUFFLE(down, lane + (b & 31), j <= static_cast<int>(segment.limit))
SIMT_PTX_SHUFFLE(bfly, lane ^ (b & 31), j <= static_cast<int>(segment.limit))
SIMT_PTX_SHUFFLE(idx, segment.first | (b & 31 & ~(c >> 8)), j <= static_cast<int>(segment.limit))
#undef SIMT_PTX_SHUFFLE

}  // namespace simt::ptx

#undef SIMT_PTX
