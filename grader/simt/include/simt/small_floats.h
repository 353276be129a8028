// Floating-point formats of 16 and 8 bits, the basis of CUDA's headers for them. Arithmetic in
// double is exact or rounded to odd, and then rounded once to the format.
#pragma once

#include <stdint.h>

namespace simt::detail {

enum class Rounding { nearest, zero, down, up };

/// `infinities`: the largest exponent is reserved for infinity and NaNs, as in IEEE 754. Otherwise
/// only the pattern of all ones is a NaN, and there is no infinity.
template <int exponents, int mantissa_bits, bool infinities = true>
struct Format {
  static constexpr int mantissa = mantissa_bits;
  static constexpr int bias = (1 << (exponents - 1)) - 1;
  static constexpr bool has_infinity = infinities;
  static constexpr unsigned sign = 1u << (exponents + mantissa);
  static constexpr unsigned infinity = infinities ? ((1u << exponents) - 1) << mantissa : sign;
  static constexpr unsigned largest = infinities ? infinity - 1 : sign - 2;
  static constexpr unsigned nan = sign - 1;
  // The result of converting a NaN in double on an H100: only the quiet bit is set.
  static constexpr unsigned nan_of_double = infinity | 1u << (mantissa - 1);
};
using HalfFormat = Format<5, 10>;
using Bfloat16Format = Format<8, 7>;
using E5M2Format = Format<5, 2>;
using E4M3Format = Format<4, 3, false>;

template <class To, class From>
constexpr To same_bits(From from) {
  return __builtin_bit_cast(To, from);
}

/// A number of the format as a float, which can represent all of them.
template <class F>
inline float decode(unsigned bits) {
  const unsigned magnitude = bits & (F::sign - 1);
  const uint32_t sign = bits & F::sign ? 0x80000000u : 0;
  constexpr int shift = 23 - F::mantissa;
  if (F::has_infinity ? magnitude >= F::infinity : magnitude == F::nan)
    return same_bits<float>(sign | 0x7f800000u | magnitude << shift);
  // Interprets the fields as a float and then corrects the exponent; works for subnormal numbers,
  // too.
  if constexpr (F::bias == 127) return same_bits<float>(sign | magnitude << shift);
  constexpr float scale = same_bits<float>(static_cast<uint32_t>(254 - F::bias) << 23);
  const float value = same_bits<float>(magnitude << shift) * scale;
  return same_bits<float>(sign | same_bits<uint32_t>(value));
}

/// The number of the format nearest to x; beyond the largest one, infinity or the largest,
/// according to the rounding. A NaN becomes the canonical one.
template <class F>
inline unsigned encode(double x, Rounding rounding = Rounding::nearest) {
  const auto bits = same_bits<uint64_t>(x);
  const unsigned sign = bits >> 63 ? F::sign : 0;
  const uint64_t magnitude = bits & ~(1ull << 63);
  if (magnitude > 0x7ffull << 52) return F::nan;
  if (magnitude == 0) return sign;
  if (magnitude == 0x7ffull << 52) return F::has_infinity ? sign | F::infinity : F::nan;
  const bool away = rounding == Rounding::up ? sign == 0 : rounding == Rounding::down && sign != 0;
  const int exponent = static_cast<int>(magnitude >> 52) - 1023;
  unsigned result = F::infinity;
  if (exponent <= F::bias + !F::has_infinity) {
    constexpr int least = 1 - F::bias;
    // Doubles that are subnormal are too small for their exponent to matter.
    uint64_t mantissa = (magnitude & ((1ull << 52) - 1)) | 1ull << 52;
    int dropped = 52 - F::mantissa;
    unsigned base = 0;
    if (exponent >= least)
      base = static_cast<unsigned>(exponent - least) << F::mantissa;
    else
      dropped += least - exponent;
    if (dropped > 62) {
      mantissa = 1;
      dropped = 62;
    }
    const uint64_t rest = mantissa & ((1ull << dropped) - 1), half = 1ull << (dropped - 1);
    const auto kept = static_cast<unsigned>(mantissa >> dropped);
    bool up = rest != 0 && away;
    if (rounding == Rounding::nearest) up = rest > half || (rest == half && (kept & 1));
    // A carry out of the mantissa increments the exponent.
    result = base + kept + up;
  }
  if (result > F::largest && !(rounding == Rounding::nearest || away)) result = F::largest;
  if (result > F::infinity || (!F::has_infinity && result > F::largest)) result = F::infinity;
  if (!F::has_infinity && result == F::infinity) result = F::nan;
  return sign | result;
}

// --- exact values in double

/// An integer, or the odd one of the two neighboring doubles: rounding it again to a format with
/// fewer bits gives the same as rounding once.
inline double to_odd(unsigned long long n) {
  if (n >> 53 == 0) return static_cast<double>(n);
  return static_cast<double>(n >> 11 | ((n & 0x7ff) != 0)) * 2048.0;
}
inline double to_odd(long long n) {
  return n < 0 ? -to_odd(0 - static_cast<unsigned long long>(n))
               : to_odd(static_cast<unsigned long long>(n));
}

/// The sum rounded to odd. Its error is exact (Knuth, TAOCP 2, 4.2.2, theorem B).
inline double add_to_odd(double a, double b) {
  const double sum = a + b;
  const double part = sum - a;
  const double error = (a - (sum - part)) + (b - part);
  auto bits = same_bits<uint64_t>(sum);
  if (!(error < 0 || error > 0) || (bits & 1)) return sum;
  bits += (error > 0) == (sum > 0) ? 1 : -1;
  return same_bits<double>(bits);
}

// --- arithmetic on the bits

template <class F>
constexpr bool is_nan(unsigned a) {
  return (a & (F::sign - 1)) > F::infinity;
}
template <class F>
inline double wide(unsigned a) {
  return decode<F>(a);
}
// Sums and products of two numbers are exact in double, or so close that double rounding is
// harmless: double has more than twice the bits plus two (Figueroa, "When is double rounding
// innocuous?").
template <class F>
inline unsigned sum(unsigned a, unsigned b) {
  return encode<F>(wide<F>(a) + wide<F>(b));
}
template <class F>
inline unsigned difference(unsigned a, unsigned b) {
  return encode<F>(wide<F>(a) - wide<F>(b));
}
template <class F>
inline unsigned product(unsigned a, unsigned b) {
  return encode<F>(wide<F>(a) * wide<F>(b));
}
template <class F>
inline unsigned quotient(unsigned a, unsigned b) {
  return encode<F>(wide<F>(a) / wide<F>(b));
}
template <class F>
inline unsigned fused(unsigned a, unsigned b, unsigned c) {
  return encode<F>(add_to_odd(wide<F>(a) * wide<F>(b), wide<F>(c)));
}
template <class F>
constexpr unsigned sign_changed(unsigned a) {
  return a ^ F::sign;
}
template <class F>
constexpr unsigned without_sign(unsigned a) {
  return a & (F::sign - 1);
}
/// Clamps to [0, 1] (.sat); a NaN becomes 0.
template <class F>
inline unsigned clamped_to_one(unsigned a) {
  const float x = decode<F>(a);
  return x > 1 ? encode<F>(1) : x > 0 ? a : 0;
}
template <class F>
inline unsigned not_negative(unsigned a) {
  return is_nan<F>(a) ? F::nan : decode<F>(a) > 0 ? a : 0;
}
/// Compares by sign and magnitude, so that -0 is less than +0.
template <class F>
constexpr int in_order(unsigned a) {
  const int magnitude = static_cast<int>(a & (F::sign - 1));
  return a & F::sign ? -1 - magnitude : magnitude;
}
// If one number is a NaN, the result is the other; with _nan it is a NaN.
template <class F>
constexpr unsigned largest_nan(unsigned a, unsigned b) {
  if (is_nan<F>(a) || is_nan<F>(b)) return F::nan;
  return in_order<F>(a) < in_order<F>(b) ? b : a;
}
template <class F>
constexpr unsigned smallest_nan(unsigned a, unsigned b) {
  if (is_nan<F>(a) || is_nan<F>(b)) return F::nan;
  return in_order<F>(b) < in_order<F>(a) ? b : a;
}
template <class F>
constexpr unsigned largest(unsigned a, unsigned b) {
  if (is_nan<F>(a) != is_nan<F>(b)) return is_nan<F>(a) ? b : a;
  return largest_nan<F>(a, b);
}
template <class F>
constexpr unsigned smallest(unsigned a, unsigned b) {
  if (is_nan<F>(a) != is_nan<F>(b)) return is_nan<F>(a) ? b : a;
  return smallest_nan<F>(a, b);
}

}  // namespace simt::detail
