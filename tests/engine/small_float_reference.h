// Small floating-point formats as their definitions say it, to compare with: all values in a table,
// and rounding by a search in it.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

namespace reference {

enum class Rounding { nearest, zero, down, up };

/// `ieee`: the largest exponent is infinity and NaNs; else only the pattern of all ones is a NaN.
struct Format {
  int exponents, mantissa;
  bool ieee = true;
  std::vector<double> values;  // of the patterns without a sign, up to the largest number

  Format(int e, int m, bool i = true) : exponents(e), mantissa(m), ieee(i) {
    const int patterns = 1 << (exponents + mantissa);
    const int end = ieee ? patterns - (1 << mantissa) : patterns - 1;
    const int bias = (1 << (exponents - 1)) - 1;
    for (int p = 0; p < end; ++p) {
      const int field = p >> mantissa, fraction = p & ((1 << mantissa) - 1);
      values.push_back(field == 0
                           ? std::ldexp(fraction, 1 - bias - mantissa)
                           : std::ldexp(fraction + (1 << mantissa), field - bias - mantissa));
    }
  }

  unsigned sign() const { return 1u << (exponents + mantissa); }
  unsigned nan() const { return sign() - 1; }
  unsigned infinity() const { return ieee ? sign() - (1u << mantissa) : nan(); }
  bool is_nan(unsigned bits) const {
    const unsigned p = bits & (sign() - 1);
    return ieee ? p > infinity() : p == nan();
  }
  double decode(unsigned bits) const {
    const unsigned p = bits & (sign() - 1);
    const double v = is_nan(bits)         ? std::numeric_limits<double>::quiet_NaN()
                     : p >= values.size() ? std::numeric_limits<double>::infinity()
                                          : values[p];
    return bits & sign() ? -v : v;
  }

  /// The number x + rest, where rest is far smaller than x's last place and tells on which side of
  /// x the exact result lies.
  unsigned round(double x, double rest = 0, Rounding how = Rounding::nearest) const {
    if (std::isnan(x)) return nan();
    const bool negative = std::signbit(x);
    const double magnitude = std::fabs(x), beyond = negative ? -rest : rest;
    const unsigned s = negative ? sign() : 0;
    if (std::isinf(x)) return s | infinity();
    // The largest number that is not above.
    auto above = std::upper_bound(values.begin(), values.end(), magnitude);
    auto p = static_cast<unsigned>(above - values.begin()) - 1;
    if (values[p] == magnitude && beyond < 0 && p > 0) --p;
    const bool last = p + 1 == values.size();
    const double low = values[p];
    const double high = last ? low + (low - values[p - 1]) : values[p + 1];
    if (low == magnitude && beyond == 0) return s | p;
    const bool away = how == Rounding::up ? !negative : how == Rounding::down && negative;
    bool up = away;
    if (how == Rounding::nearest) {
      // Exact: both are multiples of half a unit.
      const double middle = low + (high - low) / 2;
      up = magnitude > middle || (magnitude == middle && (beyond > 0 || (beyond == 0 && (p & 1))));
    }
    if (!up) return s | p;
    return s | (last ? infinity() : p + 1);
  }
};

/// Random numbers that are the same everywhere.
struct Random {
  std::uint64_t state;
  std::uint64_t next() {
    state += 0x9e3779b97f4a7c15ull;
    std::uint64_t z = state;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ z >> 27) * 0x94d049bb133111ebull;
    return z ^ z >> 31;
  }
};

}  // namespace reference
