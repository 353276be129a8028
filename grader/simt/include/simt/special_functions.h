// CUDA's special functions that the C library lacks: relatives of the error function and modified
// Bessel functions.
#pragma once

#include <math.h>

namespace simt::detail {

constexpr double two_over_root_pi = 1.12837916709551257390;

/// For large x, Abramowitz and Stegun 7.1.23; otherwise the definition, corrected for the rounding
/// error of x^2.
inline double erfcx(double x) {
  if (x >= 10) {
    const double y = 1 / (2 * x * x);
    double term = 1, sum = 1;
    for (int n = 1; n <= 12; ++n) sum += term *= -(2 * n - 1) * y;
    return sum * (0.5 * two_over_root_pi) / x;
  }
  const double square = x * x, rest = fma(x, x, -square);
  const double e = exp(square);
  return isinf(e) ? e : (e + e * rest) * ::erfc(x);
}

/// Winitzki's approximation of erf's inverse, from log(1 - x^2): accurate to some thousandths.
inline double erfinv_near(double log_rest) {
  constexpr double a = 0.147;
  const double t = two_over_root_pi * two_over_root_pi / (2 * a) + log_rest / 2;
  return sqrt(fmax(sqrt(t * t - log_rest / a) - t, 0.0));
}

/// By Newton's method for log(erfc), which is nearly a parabola.
inline double erfcinv_of_small(double x) {
  double y = erfinv_near(log(x) + log1p(1 - x));
  for (int i = 0; i < 5; ++i) {
    const double at = ::erfc(y);
    if (!(at > 0)) {
      y *= 0.99;
      continue;
    }
    y += log(at / x) * at / (two_over_root_pi * exp(-y * y));
  }
  return y;
}

inline double erfinv(double x) {
  const double size = fabs(x);
  if (!(size <= 1)) return NAN;
  if (size == 1) return copysign(HUGE_VAL, x);
  if (size > 0.5) return copysign(erfcinv_of_small(1 - size), x);
  // Halley's method; erf'' = -2 y erf'.
  double y = erfinv_near(log1p(-size * size));
  for (int i = 0; i < 3; ++i) {
    const double step = (::erf(y) - size) / (two_over_root_pi * exp(-y * y));
    y -= step / (1 + y * step);
  }
  return copysign(y, x);
}

inline double erfcinv(double x) {
  if (!(x >= 0 && x <= 2)) return NAN;
  if (x == 0) return HUGE_VAL;
  if (x == 2) return -HUGE_VAL;
  return x < 0.5 ? erfcinv_of_small(x) : erfinv(1 - x);
}

constexpr double root_half = 0.70710678118654752440, root_half_rest = -4.83364665672645673e-17;

/// erfc of -x / sqrt(2), corrected for the rounding error of the quotient, because erfc falls
/// steeply.
inline double normcdf(double x) {
  const double t = -x * root_half, rest = fma(-x, root_half, -t) - x * root_half_rest;
  const double correction = isfinite(t) ? two_over_root_pi * exp(-t * t) * rest : 0;
  return 0.5 * (::erfc(t) - correction);
}

/// The power series, whose terms are all positive, or for large x the asymptotic one (Abramowitz
/// and Stegun 9.6.10 and 9.7.1).
inline double bessel_i(int order, double x) {
  const double size = fabs(x);
  double value;
  if (size < 20) {
    const double quarter = size * size / 4;
    double term = order == 0 ? 1 : size / 2, sum = term;
    for (int k = 1; k < 200 && term > sum * 1e-18; ++k) sum += term *= quarter / (k * (k + order));
    value = sum;
  } else if (isinf(size)) {
    value = size;
  } else {
    double term = 1, sum = 1;
    for (int k = 1; k < 50 && fabs(term) > 1e-18; ++k)
      sum += term *= -(4.0 * order * order - (2.0 * k - 1) * (2 * k - 1)) / (8 * k * size);
    const double half = exp(size / 2);
    value = half / sqrt(6.28318530717958647693 * size) * sum * half;
  }
  return order == 1 && x < 0 ? -value : value;
}

}  // namespace simt::detail

#define SIMT_SPECIAL(name, expression)                \
  inline double name(double x) { return expression; } \
  inline float name##f(float x) { return static_cast<float>(name(static_cast<double>(x))); }
SIMT_SPECIAL(erfcx, simt::detail::erfcx(x))
SIMT_SPECIAL(erfinv, simt::detail::erfinv(x))
SIMT_SPECIAL(erfcinv, simt::detail::erfcinv(x))
SIMT_SPECIAL(normcdf, simt::detail::normcdf(x))
SIMT_SPECIAL(normcdfinv, -1.41421356237309504880 * simt::detail::erfcinv(2 * x))
SIMT_SPECIAL(cyl_bessel_i0, simt::detail::bessel_i(0, x))
SIMT_SPECIAL(cyl_bessel_i1, simt::detail::bessel_i(1, x))
#undef SIMT_SPECIAL
