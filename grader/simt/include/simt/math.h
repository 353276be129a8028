// CUDA's mathematical functions beyond those of <math.h>, and its intrinsics. The intrinsics
// compute at full precision: results are at least as accurate as on a GPU.
#pragma once

#include <cmath>
#include <cstdlib>

#include <math.h>
#include <stdlib.h>

#include "simt/device_functions.h"
#include "simt/rounding.h"
#include "simt/simd_words.h"
#include "simt/special_functions.h"

// min and max for all of CUDA's types, including mixed ones (CUDA's crt/math_functions.hpp).
#define SIMT_MIN_MAX(R, A, B)                                                             \
  constexpr R min(const A a, const B b) {                                                 \
    return static_cast<R>(a) < static_cast<R>(b) ? static_cast<R>(a) : static_cast<R>(b); \
  }                                                                                       \
  constexpr R max(const A a, const B b) {                                                 \
    return static_cast<R>(a) > static_cast<R>(b) ? static_cast<R>(a) : static_cast<R>(b); \
  }
SIMT_MIN_MAX(int, int, int)
SIMT_MIN_MAX(unsigned int, unsigned int, unsigned int)
SIMT_MIN_MAX(unsigned int, int, unsigned int)
SIMT_MIN_MAX(unsigned int, unsigned int, int)
SIMT_MIN_MAX(long, long, long)
SIMT_MIN_MAX(unsigned long, unsigned long, unsigned long)
SIMT_MIN_MAX(unsigned long, long, unsigned long)
SIMT_MIN_MAX(unsigned long, unsigned long, long)
SIMT_MIN_MAX(long long, long long, long long)
SIMT_MIN_MAX(unsigned long long, unsigned long long, unsigned long long)
SIMT_MIN_MAX(unsigned long long, long long, unsigned long long)
SIMT_MIN_MAX(unsigned long long, unsigned long long, long long)
#undef SIMT_MIN_MAX
// fmin and fmax: if one argument is a NaN, the result is the other.
inline float min(float a, float b) { return fminf(a, b); }
inline float max(float a, float b) { return fmaxf(a, b); }
inline double min(double a, double b) { return fmin(a, b); }
inline double max(double a, double b) { return fmax(a, b); }
inline double min(float a, double b) { return fmin(a, b); }
inline double max(float a, double b) { return fmax(a, b); }
inline double min(double a, float b) { return fmin(a, b); }
inline double max(double a, float b) { return fmax(a, b); }
inline unsigned int umin(unsigned int a, unsigned int b) { return a < b ? a : b; }
inline unsigned int umax(unsigned int a, unsigned int b) { return a > b ? a : b; }
inline long long llmin(long long a, long long b) { return a < b ? a : b; }
inline long long llmax(long long a, long long b) { return a > b ? a : b; }
inline unsigned long long ullmin(unsigned long long a, unsigned long long b) {
  return a < b ? a : b;
}
inline unsigned long long ullmax(unsigned long long a, unsigned long long b) {
  return a > b ? a : b;
}

using std::abs;
using std::isfinite;
using std::isinf;
using std::isnan;
using std::signbit;

inline float rsqrtf(float x) { return 1.0f / sqrtf(x); }
inline double rsqrt(double x) { return 1.0 / sqrt(x); }
inline float rsqrt(float x) { return rsqrtf(x); }
inline float rcbrtf(float x) { return 1.0f / cbrtf(x); }
inline double rcbrt(double x) { return 1.0 / cbrt(x); }
inline float rhypotf(float x, float y) { return 1.0f / hypotf(x, y); }
inline double rhypot(double x, double y) { return 1.0 / hypot(x, y); }
// Without intermediate overflow or underflow.
inline double norm3d(double a, double b, double c) { return hypot(hypot(a, b), c); }
inline double norm4d(double a, double b, double c, double d) {
  return hypot(hypot(a, b), hypot(c, d));
}
inline double norm(int n, const double* p) {
  double length = 0;
  for (int i = 0; i < n; ++i) length = hypot(length, p[i]);
  return length;
}
inline float norm3df(float a, float b, float c) { return static_cast<float>(norm3d(a, b, c)); }
inline float norm4df(float a, float b, float c, float d) {
  return static_cast<float>(norm4d(a, b, c, d));
}
inline float normf(int n, const float* p) {
  double length = 0;
  for (int i = 0; i < n; ++i) length = hypot(length, p[i]);
  return static_cast<float>(length);
}
inline double rnorm3d(double a, double b, double c) { return 1.0 / norm3d(a, b, c); }
inline double rnorm4d(double a, double b, double c, double d) { return 1.0 / norm4d(a, b, c, d); }
inline double rnorm(int n, const double* p) { return 1.0 / norm(n, p); }
inline float rnorm3df(float a, float b, float c) { return static_cast<float>(rnorm3d(a, b, c)); }
inline float rnorm4df(float a, float b, float c, float d) {
  return static_cast<float>(rnorm4d(a, b, c, d));
}
inline float rnormf(int n, const float* p) { return 1.0f / normf(n, p); }

// For the nearest multiple of one half, sign and order are known; the remainder is small and exact.
inline void sincospi(double x, double* s, double* c) {
  const double halves = nearbyint(2 * x);
  const double rest = (x - 0.5 * halves) * 3.14159265358979323846;
  const int quarter = static_cast<int>(fmod(halves, 4.0)) & 3;
  const double sine = sin(rest), cosine = cos(rest);
  *s = quarter == 0 ? sine : quarter == 1 ? cosine : quarter == 2 ? -sine : -cosine;
  *c = quarter == 0 ? cosine : quarter == 1 ? -sine : quarter == 2 ? -cosine : sine;
  if (*s == 0) *s = copysign(0.0, x);  // as in IEEE 754
  if (*c == 0) *c = 0;
}
inline double sinpi(double x) {
  double s, c;
  sincospi(x, &s, &c);
  return s;
}
inline double cospi(double x) {
  double s, c;
  sincospi(x, &s, &c);
  return c;
}
inline float sinpif(float x) { return static_cast<float>(sinpi(x)); }
inline float cospif(float x) { return static_cast<float>(cospi(x)); }
inline void sincospif(float x, float* s, float* c) {
  *s = sinpif(x);
  *c = cospif(x);
}
inline float fdividef(float x, float y) { return x / y; }
inline float saturate(float x) { return !(x > 0) ? 0.0f : x < 1 ? x : 1.0f; }
inline float __saturatef(float x) { return saturate(x); }
inline double fdivide(double x, double y) { return x / y; }

inline float __sinf(float x) { return sinf(x); }
inline float __cosf(float x) { return cosf(x); }
inline float __tanf(float x) { return tanf(x); }
inline void __sincosf(float x, float* s, float* c) {
  *s = sinf(x);
  *c = cosf(x);
}
inline float __expf(float x) { return expf(x); }
inline float __exp10f(float x) { return powf(10.0f, x); }
inline float __logf(float x) { return logf(x); }
inline float __log2f(float x) { return log2f(x); }
inline float __log10f(float x) { return log10f(x); }
inline float __powf(float x, float y) { return powf(x, y); }
inline float __fdividef(float x, float y) { return x / y; }
inline float __frsqrt_rn(float x) { return static_cast<float>(1 / sqrt(static_cast<double>(x))); }

// Forms that round to nearest, which programs use to prevent fusing; the others are in
// simt/rounding.h.
inline float __fadd_rn(float x, float y) {
  volatile float r = x + y;
  return r;
}
inline float __fsub_rn(float x, float y) {
  volatile float r = x - y;
  return r;
}
inline float __fmul_rn(float x, float y) {
  volatile float r = x * y;
  return r;
}
inline float __fdiv_rn(float x, float y) { return x / y; }
inline float __frcp_rn(float x) { return 1.0f / x; }
inline float __fsqrt_rn(float x) { return sqrtf(x); }
inline float __fmaf_rn(float x, float y, float z) { return fmaf(x, y, z); }
inline double __dadd_rn(double x, double y) {
  volatile double r = x + y;
  return r;
}
inline double __dsub_rn(double x, double y) {
  volatile double r = x - y;
  return r;
}
inline double __dmul_rn(double x, double y) {
  volatile double r = x * y;
  return r;
}
inline double __ddiv_rn(double x, double y) { return x / y; }
inline double __drcp_rn(double x) { return 1.0 / x; }
inline double __dsqrt_rn(double x) { return sqrt(x); }
inline double __fma_rn(double x, double y, double z) { return fma(x, y, z); }

// Pairs.
#define SIMT_PAIRS(mode)                                                            \
  inline float2 __fadd2_##mode(float2 a, float2 b) {                                \
    return make_float2(__fadd_##mode(a.x, b.x), __fadd_##mode(a.y, b.y));           \
  }                                                                                 \
  inline float2 __fmul2_##mode(float2 a, float2 b) {                                \
    return make_float2(__fmul_##mode(a.x, b.x), __fmul_##mode(a.y, b.y));           \
  }                                                                                 \
  inline float2 __ffma2_##mode(float2 a, float2 b, float2 c) {                      \
    return make_float2(__fmaf_##mode(a.x, b.x, c.x), __fmaf_##mode(a.y, b.y, c.y)); \
  }
SIMT_PAIRS(rn)
SIMT_PAIRS(rz)
SIMT_PAIRS(rd)
SIMT_PAIRS(ru)
#undef SIMT_PAIRS

// Conversions. Values out of range saturate. A NaN becomes 0, or, if one of the types has 64 bits,
// only the highest bit set.
namespace simt::detail {
template <class I, class F>
inline I convert(F x) {
  if (x != x)
    return sizeof(I) == 8 || sizeof(F) == 8 ? static_cast<I>(1ull << (8 * sizeof(I) - 1)) : 0;
  constexpr I lowest = static_cast<I>(-1) < 0 ? static_cast<I>(1ull << (8 * sizeof(I) - 1)) : 0;
  constexpr I highest = static_cast<I>(~lowest);
  if (x <= static_cast<F>(lowest)) return lowest;
  if (x >= static_cast<F>(highest)) return highest;
  return static_cast<I>(x);
}
}  // namespace simt::detail

#define SIMT_CONVERSIONS(name, F, I)                                                  \
  inline I __##name##_rn(F x) { return simt::detail::convert<I>(std::nearbyint(x)); } \
  inline I __##name##_rz(F x) { return simt::detail::convert<I>(std::trunc(x)); }     \
  inline I __##name##_ru(F x) { return simt::detail::convert<I>(std::ceil(x)); }      \
  inline I __##name##_rd(F x) { return simt::detail::convert<I>(std::floor(x)); }
SIMT_CONVERSIONS(float2int, float, int)
SIMT_CONVERSIONS(float2uint, float, unsigned int)
SIMT_CONVERSIONS(float2ll, float, long long)
SIMT_CONVERSIONS(float2ull, float, unsigned long long)
SIMT_CONVERSIONS(double2int, double, int)
SIMT_CONVERSIONS(double2uint, double, unsigned int)
SIMT_CONVERSIONS(double2ll, double, long long)
SIMT_CONVERSIONS(double2ull, double, unsigned long long)
#undef SIMT_CONVERSIONS

inline float __int2float_rn(int x) { return static_cast<float>(x); }
inline float __uint2float_rn(unsigned int x) { return static_cast<float>(x); }
inline float __ll2float_rn(long long x) { return static_cast<float>(x); }
inline float __ull2float_rn(unsigned long long x) { return static_cast<float>(x); }
inline float __double2float_rn(double x) { return static_cast<float>(x); }
inline double __int2double_rn(int x) { return x; }
inline double __uint2double_rn(unsigned int x) { return x; }
inline double __ll2double_rn(long long x) { return static_cast<double>(x); }
inline double __ull2double_rn(unsigned long long x) { return static_cast<double>(x); }
