// Integer intrinsics, cached loads, clocks, reinterpretations, trap.
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <time.h>

#include "simt/thread.h"

void __trap();

namespace simt::detail {
/// Ends the kernel like __trap: a library executes inline PTX that the engine does not support.
void unknown_instruction(const char* what);
}  // namespace simt::detail

inline int __popc(unsigned int x) { return __builtin_popcount(x); }
inline int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
inline int __clz(int x) { return x ? __builtin_clz(static_cast<unsigned>(x)) : 32; }
inline int __clzll(long long x) {
  return x ? __builtin_clzll(static_cast<unsigned long long>(x)) : 64;
}
inline int __ffs(int x) { return __builtin_ffs(x); }
inline int __ffsll(long long x) { return __builtin_ffsll(x); }

inline unsigned long long __brevll(unsigned long long x) {
  x = (x >> 1 & 0x5555555555555555ull) | (x & 0x5555555555555555ull) << 1;
  x = (x >> 2 & 0x3333333333333333ull) | (x & 0x3333333333333333ull) << 2;
  x = (x >> 4 & 0x0f0f0f0f0f0f0f0full) | (x & 0x0f0f0f0f0f0f0f0full) << 4;
  return __builtin_bswap64(x);
}
inline unsigned int __brev(unsigned int x) { return static_cast<unsigned>(__brevll(x) >> 32); }

// Selector nibbles choose bytes of {y, x}; a nibble's top bit spreads the byte's sign.
inline unsigned int __byte_perm(unsigned int x, unsigned int y, unsigned int selector) {
  const unsigned long long bytes = static_cast<unsigned long long>(y) << 32 | x;
  unsigned int result = 0;
  for (int i = 0; i < 4; ++i) {
    const unsigned int s = selector >> (4 * i) & 0xf;
    unsigned int byte = static_cast<unsigned>(bytes >> (8 * (s & 7)) & 0xff);
    if (s & 8) byte = byte & 0x80 ? 0xff : 0;
    result |= byte << (8 * i);
  }
  return result;
}

inline unsigned int __funnelshift_l(unsigned int low, unsigned int high, unsigned int shift) {
  const unsigned long long both = static_cast<unsigned long long>(high) << 32 | low;
  return static_cast<unsigned>((both << (shift & 31)) >> 32);
}
inline unsigned int __funnelshift_r(unsigned int low, unsigned int high, unsigned int shift) {
  const unsigned long long both = static_cast<unsigned long long>(high) << 32 | low;
  return static_cast<unsigned>(both >> (shift & 31));
}

inline int __mul24(int x, int y) { return (x << 8 >> 8) * (y << 8 >> 8); }
inline unsigned int __umul24(unsigned int x, unsigned int y) {
  return (x & 0xffffff) * (y & 0xffffff);
}
inline int __mulhi(int x, int y) { return static_cast<int>(static_cast<long long>(x) * y >> 32); }
inline unsigned int __umulhi(unsigned int x, unsigned int y) {
  return static_cast<unsigned>(static_cast<unsigned long long>(x) * y >> 32);
}
inline long long __mul64hi(long long x, long long y) {
  return static_cast<long long>(static_cast<__int128>(x) * y >> 64);
}
inline unsigned long long __umul64hi(unsigned long long x, unsigned long long y) {
  return static_cast<unsigned long long>(static_cast<unsigned __int128>(x) * y >> 64);
}
inline unsigned int __sad(int x, int y, unsigned int z) {
  return z + static_cast<unsigned>(x > y ? x - y : y - x);
}
inline unsigned int __usad(unsigned int x, unsigned int y, unsigned int z) {
  return z + (x > y ? x - y : y - x);
}
inline int __hadd(int x, int y) { return static_cast<int>((static_cast<long long>(x) + y) >> 1); }
inline unsigned int __uhadd(unsigned int x, unsigned int y) {
  return static_cast<unsigned>((static_cast<unsigned long long>(x) + y) >> 1);
}
inline int __rhadd(int x, int y) {
  return static_cast<int>((static_cast<long long>(x) + y + 1) >> 1);
}
inline unsigned int __urhadd(unsigned int x, unsigned int y) {
  return static_cast<unsigned>((static_cast<unsigned long long>(x) + y + 1) >> 1);
}
// Shifts by more than 32 bits count as shifts by 32.
inline unsigned int __funnelshift_lc(unsigned int low, unsigned int high, unsigned int shift) {
  return shift < 32 ? __funnelshift_l(low, high, shift) : low;
}
inline unsigned int __funnelshift_rc(unsigned int low, unsigned int high, unsigned int shift) {
  return shift < 32 ? __funnelshift_r(low, high, shift) : high;
}

namespace simt::detail {
/// A dot product of packed lanes; those of the second operand begin at `first`.
template <class A, class B, class T>
inline auto dot_product(T a, T b, T c, int first, int count) {
  auto total = static_cast<unsigned>(c);
  for (int i = 0; i < count; ++i)
    total += static_cast<unsigned>(static_cast<A>(a >> (8 * static_cast<int>(sizeof(A)) * i)) *
                                   static_cast<B>(b >> (8 * (first + i))));
  return static_cast<T>(total);
}
}  // namespace simt::detail
inline int __dp4a(int a, int b, int c) {
  return simt::detail::dot_product<signed char, signed char>(a, b, c, 0, 4);
}
inline unsigned int __dp4a(unsigned int a, unsigned int b, unsigned int c) {
  return simt::detail::dot_product<unsigned char, unsigned char>(a, b, c, 0, 4);
}
inline int __dp2a_lo(int a, int b, int c) {
  return simt::detail::dot_product<short, signed char>(a, b, c, 0, 2);
}
inline unsigned int __dp2a_lo(unsigned int a, unsigned int b, unsigned int c) {
  return simt::detail::dot_product<unsigned short, unsigned char>(a, b, c, 0, 2);
}
inline int __dp2a_hi(int a, int b, int c) {
  return simt::detail::dot_product<short, signed char>(a, b, c, 2, 2);
}
inline unsigned int __dp2a_hi(unsigned int a, unsigned int b, unsigned int c) {
  return simt::detail::dot_product<unsigned short, unsigned char>(a, b, c, 2, 2);
}

namespace simt::detail {
template <class To, class From>
inline auto reinterpret_bits(From from) {
  static_assert(sizeof(To) == sizeof(From), "");
  To to;
  __builtin_memcpy(&to, &from, sizeof to);
  return to;
}
}  // namespace simt::detail

// The same for vector types.
inline int __dp4a(char4 a, char4 b, int c) {
  return __dp4a(simt::detail::reinterpret_bits<int>(a), simt::detail::reinterpret_bits<int>(b), c);
}
inline unsigned int __dp4a(uchar4 a, uchar4 b, unsigned int c) {
  return __dp4a(simt::detail::reinterpret_bits<unsigned>(a),
                simt::detail::reinterpret_bits<unsigned>(b), c);
}
#define SIMT_DP2A(name)                                                                         \
  inline int name(short2 a, char4 b, int c) {                                                   \
    return name(simt::detail::reinterpret_bits<int>(a), simt::detail::reinterpret_bits<int>(b), \
                c);                                                                             \
  }                                                                                             \
  inline unsigned int name(ushort2 a, uchar4 b, unsigned int c) {                               \
    return name(simt::detail::reinterpret_bits<unsigned>(a),                                    \
                simt::detail::reinterpret_bits<unsigned>(b), c);                                \
  }
SIMT_DP2A(__dp2a_lo)
SIMT_DP2A(__dp2a_hi)
#undef SIMT_DP2A

inline int __float_as_int(float x) { return simt::detail::reinterpret_bits<int>(x); }
inline unsigned int __float_as_uint(float x) { return simt::detail::reinterpret_bits<unsigned>(x); }
inline float __int_as_float(int x) { return simt::detail::reinterpret_bits<float>(x); }
inline float __uint_as_float(unsigned int x) { return simt::detail::reinterpret_bits<float>(x); }
inline long long __double_as_longlong(double x) {
  return simt::detail::reinterpret_bits<long long>(x);
}
inline double __longlong_as_double(long long x) {
  return simt::detail::reinterpret_bits<double>(x);
}
inline int __double2hiint(double x) { return static_cast<int>(__double_as_longlong(x) >> 32); }
inline int __double2loint(double x) { return static_cast<int>(__double_as_longlong(x)); }
inline double __hiloint2double(int high, int low) {
  return __longlong_as_double(
      static_cast<long long>(static_cast<unsigned long long>(static_cast<unsigned>(high)) << 32 |
                             static_cast<unsigned>(low)));
}

template <class T>
inline T __ldg(const T* p) {
  return *p;
}
template <class T>
inline T __ldcg(const T* p) {
  return *p;
}
template <class T>
inline T __ldca(const T* p) {
  return *p;
}
template <class T>
inline T __ldcs(const T* p) {
  return *p;
}
template <class T>
inline T __ldlu(const T* p) {
  return *p;
}
template <class T>
inline T __ldcv(const T* p) {
  return *const_cast<const volatile T*>(p);
}
template <class T>
inline void __stcg(T* p, T value) {
  *p = value;
}
template <class T>
inline void __stcs(T* p, T value) {
  *p = value;
}
template <class T>
inline void __stwb(T* p, T value) {
  *p = value;
}
template <class T>
inline void __stwt(T* p, T value) {
  *p = value;
}

namespace simt::detail {

// The processor's clock: 2 to 4 billion ticks per second.
#ifdef __x86_64__
inline unsigned long long ticks() { return __builtin_ia32_rdtsc(); }
#else
// The counter of an ARM processor has a frequency between 1 MHz and 1 GHz.
inline unsigned long long ticks() {
  unsigned long long count, frequency;
  asm volatile("mrs %0, cntvct_el0" : "=r"(count));
  asm("mrs %0, cntfrq_el0" : "=r"(frequency));
  return count * (frequency == 0 || frequency > 2'500'000'000 ? 1 : 2'500'000'000 / frequency);
}
#endif

inline clock_t device_clock() { return in_kernel() ? static_cast<clock_t>(ticks()) : ::clock(); }

}  // namespace simt::detail

inline long long clock64() { return static_cast<long long>(simt::detail::ticks()); }

// Functions built into nvcc but not into g++.
#ifndef __clang__
inline void __builtin_assume(bool) {}
#endif

inline void __brkpt() {}
inline void __prof_trigger(int) {}

inline bool simt_is_space(const void* p, unsigned space) {
  return reinterpret_cast<uintptr_t>(p) >> 40 == space;
}
inline unsigned int __isShared(const void* p) { return simt_is_space(p, 0x14); }
inline unsigned int __isLocal(const void* p) { return simt_is_space(p, 0x15); }
inline unsigned int __isGlobal(const void* p) { return !__isShared(p) && !__isLocal(p); }
inline size_t __cvta_generic_to_shared(const void* p) {
  return reinterpret_cast<uintptr_t>(p) & 0xffffff;
}
