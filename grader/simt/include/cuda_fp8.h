// Eight-bit floating-point numbers: e5m2, with infinity and NaNs, and e4m3, which has one NaN and
// no infinity. They are stored and converted; there is no arithmetic on them.
#pragma once

#define __CUDA_FP8_H__
#define __CUDA_FP8_TYPES_EXIST__

#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include "simt/small_floats.h"

typedef unsigned char __nv_fp8_storage_t;
typedef unsigned short int __nv_fp8x2_storage_t;
typedef unsigned int __nv_fp8x4_storage_t;

/// The result for numbers beyond the largest one: the largest, or infinity (e5m2) or NaN (e4m3).
typedef enum __nv_saturation_t { __NV_NOSAT, __NV_SATFINITE } __nv_saturation_t;
typedef enum __nv_fp8_interpretation_t { __NV_E4M3, __NV_E5M2 } __nv_fp8_interpretation_t;

namespace simt::detail {

template <class F>
[[gnu::always_inline]] inline __nv_fp8_storage_t to_fp8(double x, __nv_saturation_t saturation) {
  const unsigned bits = encode<F>(x);
  const bool beyond = (bits & (F::sign - 1)) > F::largest && x == x;
  if (!beyond || saturation != __NV_SATFINITE) return static_cast<__nv_fp8_storage_t>(bits);
  return static_cast<__nv_fp8_storage_t>((x < 0 ? F::sign : 0) | F::largest);
}

constexpr __nv_fp8x2_storage_t two_of_fp8(__nv_fp8_storage_t low, __nv_fp8_storage_t high) {
  return static_cast<__nv_fp8x2_storage_t>(high << 8 | low);
}

}  // namespace simt::detail

[[gnu::always_inline]] inline __nv_fp8_storage_t __nv_cvt_double_to_fp8(
    const double x, const __nv_saturation_t saturate, const __nv_fp8_interpretation_t kind) {
  using namespace simt::detail;
  return kind == __NV_E4M3 ? to_fp8<E4M3Format>(x, saturate) : to_fp8<E5M2Format>(x, saturate);
}
[[gnu::always_inline]] inline __nv_fp8_storage_t __nv_cvt_float_to_fp8(
    const float x, const __nv_saturation_t saturate, const __nv_fp8_interpretation_t kind) {
  return __nv_cvt_double_to_fp8(x, saturate, kind);
}
[[gnu::always_inline]] inline __nv_fp8_storage_t __nv_cvt_halfraw_to_fp8(
    const __half_raw x, const __nv_saturation_t saturate, const __nv_fp8_interpretation_t kind) {
  return __nv_cvt_double_to_fp8(simt::detail::decode<simt::detail::HalfFormat>(x.x), saturate,
                                kind);
}
[[gnu::always_inline]] inline __nv_fp8_storage_t __nv_cvt_bfloat16raw_to_fp8(
    const __nv_bfloat16_raw x, const __nv_saturation_t saturate,
    const __nv_fp8_interpretation_t kind) {
  return __nv_cvt_double_to_fp8(simt::detail::decode<simt::detail::Bfloat16Format>(x.x), saturate,
                                kind);
}

// The first of two numbers is the low byte.
#define SIMT_FP8_PAIR(name, T, one, first, second)                                            \
  [[gnu::always_inline]] inline __nv_fp8x2_storage_t name(                                    \
      const T x, const __nv_saturation_t saturate, const __nv_fp8_interpretation_t kind) {    \
    return simt::detail::two_of_fp8(one(first, saturate, kind), one(second, saturate, kind)); \
  }
SIMT_FP8_PAIR(__nv_cvt_double2_to_fp8x2, double2, __nv_cvt_double_to_fp8, x.x, x.y)
SIMT_FP8_PAIR(__nv_cvt_float2_to_fp8x2, float2, __nv_cvt_float_to_fp8, x.x, x.y)
SIMT_FP8_PAIR(__nv_cvt_halfraw2_to_fp8x2, __half2_raw, __nv_cvt_halfraw_to_fp8, __half_raw{x.x},
              __half_raw{x.y})
SIMT_FP8_PAIR(__nv_cvt_bfloat16raw2_to_fp8x2, __nv_bfloat162_raw, __nv_cvt_bfloat16raw_to_fp8,
              __nv_bfloat16_raw{x.x}, __nv_bfloat16_raw{x.y})
#undef SIMT_FP8_PAIR

[[gnu::always_inline]] inline __half_raw __nv_cvt_fp8_to_halfraw(
    const __nv_fp8_storage_t x, const __nv_fp8_interpretation_t kind) {
  using namespace simt::detail;
  const float value = kind == __NV_E4M3 ? decode<E4M3Format>(x) : decode<E5M2Format>(x);
  return {static_cast<unsigned short>(encode<HalfFormat>(value))};
}
[[gnu::always_inline]] inline __half2_raw __nv_cvt_fp8x2_to_halfraw2(
    const __nv_fp8x2_storage_t x, const __nv_fp8_interpretation_t kind) {
  return {__nv_cvt_fp8_to_halfraw(static_cast<__nv_fp8_storage_t>(x), kind).x,
          __nv_cvt_fp8_to_halfraw(static_cast<__nv_fp8_storage_t>(x >> 8), kind).x};
}

// Conversions from C++ types: rounded to nearest, and saturated.
#define SIMT_FP8_FROM(N, T, kind)              \
  [[gnu::always_inline]] explicit N(const T x) \
      : __x(__nv_cvt_float_to_fp8(static_cast<float>(x), __NV_SATFINITE, kind)) {}
#define SIMT_FP8(format, kind)                                                                    \
  struct __nv_fp8_##format {                                                                      \
    __nv_fp8_storage_t __x;                                                                       \
    __nv_fp8_##format() = default;                                                                \
    [[gnu::always_inline]] explicit __nv_fp8_##format(const __half x)                             \
        : __x(__nv_cvt_halfraw_to_fp8(static_cast<__half_raw>(x), __NV_SATFINITE, kind)) {}       \
    [[gnu::always_inline]] explicit __nv_fp8_##format(const __nv_bfloat16 x)                      \
        : __x(__nv_cvt_bfloat16raw_to_fp8(static_cast<__nv_bfloat16_raw>(x), __NV_SATFINITE,      \
                                          kind)) {}                                               \
    [[gnu::always_inline]] explicit __nv_fp8_##format(const double x)                             \
        : __x(__nv_cvt_double_to_fp8(x, __NV_SATFINITE, kind)) {}                                 \
    SIMT_FP8_FROM(__nv_fp8_##format, float, kind)                                                 \
    SIMT_FP8_FROM(__nv_fp8_##format, short, kind)                                                 \
    SIMT_FP8_FROM(__nv_fp8_##format, unsigned short, kind)                                        \
    SIMT_FP8_FROM(__nv_fp8_##format, int, kind)                                                   \
    SIMT_FP8_FROM(__nv_fp8_##format, unsigned int, kind)                                          \
    SIMT_FP8_FROM(__nv_fp8_##format, long, kind)                                                  \
    SIMT_FP8_FROM(__nv_fp8_##format, unsigned long, kind)                                         \
    SIMT_FP8_FROM(__nv_fp8_##format, long long, kind)                                             \
    SIMT_FP8_FROM(__nv_fp8_##format, unsigned long long, kind)                                    \
    [[gnu::always_inline]] explicit operator __half() const {                                     \
      return __half(__nv_cvt_fp8_to_halfraw(__x, kind));                                          \
    }                                                                                             \
    [[gnu::always_inline]] explicit operator float() const {                                      \
      return __half2float(static_cast<__half>(*this));                                            \
    }                                                                                             \
    [[gnu::always_inline]] explicit operator double() const { return static_cast<float>(*this); } \
    [[gnu::always_inline]] explicit operator __nv_bfloat16() const {                              \
      return __float2bfloat16_rz(static_cast<float>(*this));                                      \
    }                                                                                             \
    [[gnu::always_inline]] explicit operator signed char() const {                                \
      return __half2char_rz(static_cast<__half>(*this));                                          \
    }                                                                                             \
    [[gnu::always_inline]] explicit operator unsigned char() const {                              \
      return __half2uchar_rz(static_cast<__half>(*this));                                         \
    }                                                                                             \
    [[gnu::always_inline]] explicit operator char() const {                                       \
      return static_cast<char>(static_cast<signed char>(*this));                                  \
    }                                                                                             \
    [[gnu::always_inline]] explicit operator short() const {                                      \
      return __half2short_rz(static_cast<__half>(*this));                                         \
    }                                                                                             \
    [[gnu::always_inline]] explicit operator unsigned short() const {                             \
      return __half2ushort_rz(static_cast<__half>(*this));                                        \
    }                                                                                             \
    [[gnu::always_inline]] explicit operator int() const {                                        \
      return __half2int_rz(static_cast<__half>(*this));                                           \
    }                                                                                             \
    [[gnu::always_inline]] explicit operator unsigned int() const {                               \
      return __half2uint_rz(static_cast<__half>(*this));                                          \
    }                                                                                             \
    [[gnu::always_inline]] explicit operator long() const {                                       \
      return __half2ll_rz(static_cast<__half>(*this));                                            \
    }                                                                                             \
    [[gnu::always_inline]] explicit operator unsigned long() const {                              \
      return __half2ull_rz(static_cast<__half>(*this));                                           \
    }                                                                                             \
    [[gnu::always_inline]] explicit operator long long() const {                                  \
      return __half2ll_rz(static_cast<__half>(*this));                                            \
    }                                                                                             \
    [[gnu::always_inline]] explicit operator unsigned long long() const {                         \
      return __half2ull_rz(static_cast<__half>(*this));                                           \
    }                                                                                             \
    [[gnu::always_inline]] explicit operator bool() const { return (__x & 0x7f) != 0; }           \
  };                                                                                              \
  struct __nv_fp8x2_##format {                                                                    \
    __nv_fp8x2_storage_t __x;                                                                     \
    __nv_fp8x2_##format() = default;                                                              \
    [[gnu::always_inline]] explicit __nv_fp8x2_##format(const __half2 x)                          \
        : __x(__nv_cvt_halfraw2_to_fp8x2(static_cast<__half2_raw>(x), __NV_SATFINITE, kind)) {}   \
    [[gnu::always_inline]] explicit __nv_fp8x2_##format(const __nv_bfloat162 x)                   \
        : __x(__nv_cvt_bfloat16raw2_to_fp8x2(static_cast<__nv_bfloat162_raw>(x), __NV_SATFINITE,  \
                                             kind)) {}                                            \
    [[gnu::always_inline]] explicit __nv_fp8x2_##format(const float2 x)                           \
        : __x(__nv_cvt_float2_to_fp8x2(x, __NV_SATFINITE, kind)) {}                               \
    [[gnu::always_inline]] explicit __nv_fp8x2_##format(const double2 x)                          \
        : __x(__nv_cvt_double2_to_fp8x2(x, __NV_SATFINITE, kind)) {}                              \
    [[gnu::always_inline]] explicit operator __half2() const {                                    \
      return __half2(__nv_cvt_fp8x2_to_halfraw2(__x, kind));                                      \
    }                                                                                             \
    [[gnu::always_inline]] explicit operator float2() const {                                     \
      return __half22float2(static_cast<__half2>(*this));                                         \
    }                                                                                             \
  };                                                                                              \
  struct __nv_fp8x4_##format {                                                                    \
    __nv_fp8x4_storage_t __x;                                                                     \
    __nv_fp8x4_##format() = default;                                                              \
    [[gnu::always_inline]] explicit __nv_fp8x4_##format(const __half2 low, const __half2 high)    \
        : __x(both(__nv_fp8x2_##format(low), __nv_fp8x2_##format(high))) {}                       \
    [[gnu::always_inline]] explicit __nv_fp8x4_##format(const __nv_bfloat162 low,                 \
                                                        const __nv_bfloat162 high)                \
        : __x(both(__nv_fp8x2_##format(low), __nv_fp8x2_##format(high))) {}                       \
    [[gnu::always_inline]] explicit __nv_fp8x4_##format(const float4 x)                           \
        : __x(both(__nv_fp8x2_##format(make_float2(x.x, x.y)),                                    \
                   __nv_fp8x2_##format(make_float2(x.z, x.w)))) {}                                \
    [[gnu::always_inline]] explicit __nv_fp8x4_##format(const double4 x)                          \
        : __x(both(__nv_fp8x2_##format(make_double2(x.x, x.y)),                                   \
                   __nv_fp8x2_##format(make_double2(x.z, x.w)))) {}                               \
    [[gnu::always_inline]] explicit operator float4() const {                                     \
      __nv_fp8x2_##format low, high;                                                              \
      low.__x = static_cast<__nv_fp8x2_storage_t>(__x);                                           \
      high.__x = static_cast<__nv_fp8x2_storage_t>(__x >> 16);                                    \
      const float2 a = static_cast<float2>(low), b = static_cast<float2>(high);                   \
      return make_float4(a.x, a.y, b.x, b.y);                                                     \
    }                                                                                             \
                                                                                                  \
   private:                                                                                       \
    static __nv_fp8x4_storage_t both(__nv_fp8x2_##format low, __nv_fp8x2_##format high) {         \
      return static_cast<__nv_fp8x4_storage_t>(high.__x) << 16 | low.__x;                         \
    }                                                                                             \
  };
SIMT_FP8(e5m2, __NV_E5M2)
SIMT_FP8(e4m3, __NV_E4M3)
#undef SIMT_FP8
#undef SIMT_FP8_FROM
