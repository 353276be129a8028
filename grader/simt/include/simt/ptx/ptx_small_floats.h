// Translations of PTX instructions on 16- and 8-bit numbers
// (simt/rewriter/ptx/ptx_small_floats.cpp).
#pragma once

#include <cmath>
#include <limits>

#include "simt/atomics.h"
#include "simt/small_floats.h"

namespace simt::ptx {

using F16 = detail::HalfFormat;
using Bf16 = detail::Bfloat16Format;
using E4M3 = detail::E4M3Format;
using E5M2 = detail::E5M2Format;
using detail::Rounding;

/// Applies an operation to both halves of words.
template <class Operation>
inline unsigned of_pairs(Operation operation, unsigned a, unsigned b = 0, unsigned c = 0) {
  return (operation(a & 0xffff, b & 0xffff, c & 0xffff) & 0xffff) |
         operation(a >> 16, b >> 16, c >> 16) << 16;
}

template <class F>
inline double number(unsigned bits) {
  return detail::decode<F>(bits);
}
inline double exact(double x) { return x; }
inline double exact(float x) { return x; }
inline double exact(long long x) { return detail::to_odd(x); }
inline double exact(unsigned long long x) { return detail::to_odd(x); }

/// `finite`: numbers beyond the largest become the largest, and a NaN stays one.
template <class F>
inline unsigned rounded(double x, Rounding how, bool finite = false, bool relu = false) {
  if (relu && x < 0) x = 0;
  const unsigned bits = detail::encode<F>(x, how);
  const bool beyond = finite && x == x && (bits & (F::sign - 1)) > F::largest;
  return beyond ? (bits & F::sign) | F::largest : bits;
}
template <class F>
inline unsigned two_rounded(double high, double low, int bits, Rounding how, bool finite,
                            bool relu) {
  return rounded<F>(high, how, finite, relu) << bits | rounded<F>(low, how, finite, relu);
}
/// .sat; a NaN becomes 0.
inline double put_between_zero_and_one(double x) { return x > 1 ? 1 : x > 0 ? x : 0; }

/// Rounds to 10 bits; ties go away from zero.
inline unsigned to_tf32(float x) {
  const auto bits = detail::same_bits<unsigned>(x);
  return (bits & 0x7f800000) == 0x7f800000 ? bits : (bits + 0x1000) & ~0x1fffu;
}

/// Converts an integer to another size, clamped.
template <class To, class From>
inline To clamped(From x) {
  const __int128 wide = x, least = std::numeric_limits<To>::min(),
                 most = std::numeric_limits<To>::max();
  return static_cast<To>(wide < least ? least : wide > most ? most : wide);
}

/// One addition, or two on the halves of a word.
template <class Bits, class Operation>
[[gnu::always_inline]] inline Bits atomic_add_of_small(char* address, Bits value, Operation add) {
  return detail::atomic_of_numbers(reinterpret_cast<detail::Aliasing<Bits>*>(address),
                                   [=](Bits old) { return static_cast<Bits>(add(old, value)); });
}

}  // namespace simt::ptx
