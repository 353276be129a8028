// Two or four integers in a 32-bit word ("SIMD Intrinsics" of the CUDA Math API), and minima and
// maxima of sums (DPX).
#pragma once

#include "simt/device_functions.h"

namespace simt::detail {

template <class Lane>
struct Lanes {
  static constexpr int bits = 8 * sizeof(Lane),
                       least = static_cast<Lane>(-1) < 0 ? -(1 << (bits - 1)) : 0,
                       most = static_cast<Lane>(-1) < 0 ? (1 << (bits - 1)) - 1 : (1 << bits) - 1;
  static int get(unsigned word, int i) { return static_cast<Lane>(word >> (bits * i)); }
  static unsigned put(int value, int i) {
    return (static_cast<unsigned>(value) & ((1u << bits) - 1)) << (bits * i);
  }
  static int clamped(int x) { return x < least ? least : x > most ? most : x; }

  template <class F>
  static auto map(unsigned a, unsigned b, F f) {
    unsigned word = 0;
    for (int i = 0; i < 32 / bits; ++i) word |= put(f(get(a, i), get(b, i)), i);
    return word;
  }
  template <class F>
  static auto sum(unsigned a, unsigned b, F f) {
    unsigned total = 0;
    for (int i = 0; i < 32 / bits; ++i) total += static_cast<unsigned>(f(get(a, i), get(b, i)));
    return total;
  }
};

constexpr int distance(int x, int y) { return x < y ? y - x : x - y; }

}  // namespace simt::detail

#define SIMT_OF_TWO(name, Lane, how, expression)                             \
  inline unsigned int name(unsigned int a, unsigned int b) {                 \
    using Lanes [[maybe_unused]] = simt::detail::Lanes<Lane>;                \
    return Lanes::how(a, b, [](int x, int y) -> int { return expression; }); \
  }
#define SIMT_OF_ONE(name, Lane, expression)                                \
  inline unsigned int name(unsigned int a) {                               \
    using Lanes [[maybe_unused]] = simt::detail::Lanes<Lane>;              \
    return Lanes::map(a, a, [](int x, int) -> int { return expression; }); \
  }
#define SIMT_COMPARED(how, lanes, Lane, comparison)               \
  SIMT_OF_TWO(__vcmp##how##lanes, Lane, map, comparison ? -1 : 0) \
  SIMT_OF_TWO(__vset##how##lanes, Lane, map, comparison ? 1 : 0)
#define SIMT_WORD(lanes, S, U)                                             \
  SIMT_OF_ONE(__vabs##lanes, S, x < 0 ? -x : x)                            \
  SIMT_OF_ONE(__vabsss##lanes, S, Lanes::clamped(x < 0 ? -x : x))          \
  SIMT_OF_ONE(__vneg##lanes, S, -x)                                        \
  SIMT_OF_ONE(__vnegss##lanes, S, Lanes::clamped(-x))                      \
  SIMT_OF_TWO(__vadd##lanes, S, map, x + y)                                \
  SIMT_OF_TWO(__vaddss##lanes, S, map, Lanes::clamped(x + y))              \
  SIMT_OF_TWO(__vaddus##lanes, U, map, Lanes::clamped(x + y))              \
  SIMT_OF_TWO(__vsub##lanes, S, map, x - y)                                \
  SIMT_OF_TWO(__vsubss##lanes, S, map, Lanes::clamped(x - y))              \
  SIMT_OF_TWO(__vsubus##lanes, U, map, Lanes::clamped(x - y))              \
  SIMT_OF_TWO(__vavgs##lanes, S, map, (x + y + (x + y >= 0 ? 1 : 0)) >> 1) \
  SIMT_OF_TWO(__vavgu##lanes, U, map, (x + y + 1) >> 1)                    \
  SIMT_OF_TWO(__vhaddu##lanes, U, map, (x + y) >> 1)                       \
  SIMT_OF_TWO(__vabsdiffs##lanes, S, map, simt::detail::distance(x, y))    \
  SIMT_OF_TWO(__vabsdiffu##lanes, U, map, simt::detail::distance(x, y))    \
  SIMT_OF_TWO(__vsads##lanes, S, sum, simt::detail::distance(x, y))        \
  SIMT_OF_TWO(__vsadu##lanes, U, sum, simt::detail::distance(x, y))        \
  SIMT_OF_TWO(__vmaxs##lanes, S, map, x > y ? x : y)                       \
  SIMT_OF_TWO(__vmaxu##lanes, U, map, x > y ? x : y)                       \
  SIMT_OF_TWO(__vmins##lanes, S, map, x < y ? x : y)                       \
  SIMT_OF_TWO(__vminu##lanes, U, map, x < y ? x : y)                       \
  SIMT_COMPARED(eq, lanes, S, x == y)                                      \
  SIMT_COMPARED(ne, lanes, S, x != y)                                      \
  SIMT_COMPARED(ges, lanes, S, x >= y)                                     \
  SIMT_COMPARED(geu, lanes, U, x >= y)                                     \
  SIMT_COMPARED(gts, lanes, S, x > y)                                      \
  SIMT_COMPARED(gtu, lanes, U, x > y)                                      \
  SIMT_COMPARED(les, lanes, S, x <= y)                                     \
  SIMT_COMPARED(leu, lanes, U, x <= y)                                     \
  SIMT_COMPARED(lts, lanes, S, x < y)                                      \
  SIMT_COMPARED(ltu, lanes, U, x < y)
SIMT_WORD(2, short, unsigned short)
SIMT_WORD(4, signed char, unsigned char)
#undef SIMT_WORD
#undef SIMT_COMPARED
#undef SIMT_OF_ONE
#undef SIMT_OF_TWO

// DPX. Sums wrap around; results of functions with _relu are at least zero.
namespace simt::detail {
template <class T>
T wrapped_sum(T a, T b) {
  return static_cast<T>(static_cast<unsigned>(a) + static_cast<unsigned>(b));
}
template <class T>
constexpr T larger(T a, T b) {
  return a < b ? b : a;
}
template <class T>
constexpr T smaller(T a, T b) {
  return b < a ? b : a;
}
template <class Lane, class F>
inline auto two_lanes(unsigned a, unsigned b, unsigned c, F f) {
  using L = Lanes<Lane>;
  unsigned word = 0;
  for (int i = 0; i < 2; ++i)
    word |= L::put(f(static_cast<Lane>(L::get(a, i)), static_cast<Lane>(L::get(b, i)),
                     static_cast<Lane>(L::get(c, i))),
                   i);
  return word;
}
}  // namespace simt::detail

#define SIMT_DPX_OF(name, how)                                                                   \
  inline int __viadd##name##_s32(int a, int b, int c) {                                          \
    return simt::detail::how(simt::detail::wrapped_sum(a, b), c);                                \
  }                                                                                              \
  inline unsigned int __viadd##name##_u32(unsigned int a, unsigned int b, unsigned int c) {      \
    return simt::detail::how(a + b, c);                                                          \
  }                                                                                              \
  inline int __viadd##name##_s32_relu(int a, int b, int c) {                                     \
    return simt::detail::larger(__viadd##name##_s32(a, b, c), 0);                                \
  }                                                                                              \
  inline int __vi##name##3_s32(int a, int b, int c) {                                            \
    return simt::detail::how(simt::detail::how(a, b), c);                                        \
  }                                                                                              \
  inline unsigned int __vi##name##3_u32(unsigned int a, unsigned int b, unsigned int c) {        \
    return simt::detail::how(simt::detail::how(a, b), c);                                        \
  }                                                                                              \
  inline int __vi##name##3_s32_relu(int a, int b, int c) {                                       \
    return simt::detail::larger(__vi##name##3_s32(a, b, c), 0);                                  \
  }                                                                                              \
  inline int __vi##name##_s32_relu(int a, int b) {                                               \
    return simt::detail::larger(simt::detail::how(a, b), 0);                                     \
  }                                                                                              \
  SIMT_DPX_LANES(__viadd##name##_s16x2, short, how(wrapped_sum(a, b), c))                        \
  SIMT_DPX_LANES(__viadd##name##_u16x2, unsigned short, how(wrapped_sum(a, b), c))               \
  SIMT_DPX_LANES(__viadd##name##_s16x2_relu, short, larger<short>(how(wrapped_sum(a, b), c), 0)) \
  SIMT_DPX_LANES(__vi##name##3_s16x2, short, how(how(a, b), c))                                  \
  SIMT_DPX_LANES(__vi##name##3_u16x2, unsigned short, how(how(a, b), c))                         \
  SIMT_DPX_LANES(__vi##name##3_s16x2_relu, short, larger<short>(how(how(a, b), c), 0))           \
  inline unsigned int __vi##name##_s16x2_relu(unsigned int a, unsigned int b) {                  \
    return __vi##name##3_s16x2_relu(a, b, b);                                                    \
  }                                                                                              \
  inline int __vib##name##_s32(int a, int b, bool* first) {                                      \
    const int found = simt::detail::how(a, b);                                                   \
    *first = found == a;                                                                         \
    return found;                                                                                \
  }                                                                                              \
  inline unsigned int __vib##name##_u32(unsigned int a, unsigned int b, bool* first) {           \
    const unsigned int found = simt::detail::how(a, b);                                          \
    *first = found == a;                                                                         \
    return found;                                                                                \
  }                                                                                              \
  inline unsigned int __vib##name##_s16x2(unsigned int a, unsigned int b, bool* first_high,      \
                                          bool* first_low) {                                     \
    const unsigned int found = __vi##name##3_s16x2(a, b, b);                                     \
    *first_high = found >> 16 == a >> 16;                                                        \
    *first_low = (found & 0xffff) == (a & 0xffff);                                               \
    return found;                                                                                \
  }                                                                                              \
  inline unsigned int __vib##name##_u16x2(unsigned int a, unsigned int b, bool* first_high,      \
                                          bool* first_low) {                                     \
    const unsigned int found = __vi##name##3_u16x2(a, b, b);                                     \
    *first_high = found >> 16 == a >> 16;                                                        \
    *first_low = (found & 0xffff) == (a & 0xffff);                                               \
    return found;                                                                                \
  }
#define SIMT_DPX_LANES(name, Lane, expression)                                                  \
  inline unsigned int name(unsigned int x, unsigned int y, unsigned int z) {                    \
    using namespace simt::detail;                                                               \
    return two_lanes<Lane>(x, y, z, [](Lane a, Lane b, Lane c) -> Lane { return expression; }); \
  }
SIMT_DPX_OF(max, larger)
SIMT_DPX_OF(min, smaller)
#undef SIMT_DPX_LANES
#undef SIMT_DPX_OF
