// Arithmetic and conversions with directed rounding: __fadd_rd, __dmul_ru, __int2float_rz …
#pragma once

#include <cmath>

#include "simt/device_functions.h"

namespace simt::detail {

/// Sets another rounding mode in the processor's control register (MXCSR, FPCR) during its
/// lifetime. For the compiler, the operands change after that, and the result is used before the
/// reset: so the operation stays in between.
class RoundingMode {
 public:
#ifdef __x86_64__
  static constexpr unsigned nearest = 0, down = 0x2000, up = 0x4000, zero = 0x6000;
#else
  static constexpr unsigned nearest = 0, up = 1u << 22, down = 2u << 22, zero = 3u << 22;
#endif

  template <class... T>
  [[gnu::always_inline]] explicit RoundingMode(unsigned mode, T&... operands) : before_(get()) {
    set((before_ & ~zero) | mode);
    (pin(operands), ...);
  }
  template <class T>
  [[gnu::always_inline]] T done(T result) const {
    pin(result);
    set(before_);
    return result;
  }

 private:
#ifdef __x86_64__
  [[gnu::always_inline]] static unsigned get() { return __builtin_ia32_stmxcsr(); }
  [[gnu::always_inline]] static void set(unsigned control) {
    asm volatile("ldmxcsr %0" : : "m"(control));
  }
  [[gnu::always_inline]] static void pin(float& x) { asm volatile("" : "+x"(x)); }
  [[gnu::always_inline]] static void pin(double& x) { asm volatile("" : "+x"(x)); }
#else
  [[gnu::always_inline]] static unsigned get() {
    unsigned long control;
    asm volatile("mrs %0, fpcr" : "=r"(control));
    return static_cast<unsigned>(control);
  }
  [[gnu::always_inline]] static void set(unsigned control) {
    asm volatile("msr fpcr, %0" : : "r"(static_cast<unsigned long>(control)));
  }
  [[gnu::always_inline]] static void pin(float& x) { asm volatile("" : "+w"(x)); }
  [[gnu::always_inline]] static void pin(double& x) { asm volatile("" : "+w"(x)); }
#endif
  template <class I>
  [[gnu::always_inline]] static void pin(I& x) {
    asm volatile("" : "+r"(x));
  }
  const unsigned before_;
};

}  // namespace simt::detail

#define SIMT_ROUNDED(name, R, T, parameters, expression, ...)                          \
  SIMT_UNCHECKED_CALL inline R name parameters {                                       \
    const simt::detail::RoundingMode mode(simt::detail::RoundingMode::T, __VA_ARGS__); \
    return mode.done(static_cast<R>(expression));                                      \
  }
// rn is in simt/math.h: it needs no change of mode.
#define SIMT_DIRECTED(name, R, parameters, expression, ...)             \
  SIMT_ROUNDED(name##_rd, R, down, parameters, expression, __VA_ARGS__) \
  SIMT_ROUNDED(name##_ru, R, up, parameters, expression, __VA_ARGS__)   \
  SIMT_ROUNDED(name##_rz, R, zero, parameters, expression, __VA_ARGS__)

#define SIMT_ARITHMETIC(T, prefix, fused, fma, root)                \
  SIMT_DIRECTED(__##prefix##add, T, (T x, T y), x + y, x, y)        \
  SIMT_DIRECTED(__##prefix##sub, T, (T x, T y), x - y, x, y)        \
  SIMT_DIRECTED(__##prefix##mul, T, (T x, T y), x* y, x, y)         \
  SIMT_DIRECTED(__##prefix##div, T, (T x, T y), x / y, x, y)        \
  SIMT_DIRECTED(__##prefix##rcp, T, (T x), 1 / x, x)                \
  SIMT_DIRECTED(__##prefix##sqrt, T, (T x), __builtin_##root(x), x) \
  SIMT_DIRECTED(__##fused, T, (T x, T y, T z), __builtin_##fma(x, y, z), x, y, z)
SIMT_ARITHMETIC(float, f, fmaf, fmaf, sqrtf)
SIMT_ARITHMETIC(double, d, fma, fma, sqrt)
SIMT_DIRECTED(__fmaf_ieee, float, (float x, float y, float z), __builtin_fmaf(x, y, z), x, y, z)
inline float __fmaf_ieee_rn(float x, float y, float z) { return __builtin_fmaf(x, y, z); }

SIMT_DIRECTED(__int2float, float, (int x), x, x)
SIMT_DIRECTED(__uint2float, float, (unsigned int x), x, x)
SIMT_DIRECTED(__ll2float, float, (long long x), x, x)
SIMT_DIRECTED(__ull2float, float, (unsigned long long x), x, x)
SIMT_DIRECTED(__ll2double, double, (long long x), x, x)
SIMT_DIRECTED(__ull2double, double, (unsigned long long x), x, x)
SIMT_DIRECTED(__double2float, float, (double x), x, x)
#undef SIMT_ARITHMETIC
#undef SIMT_DIRECTED
#undef SIMT_ROUNDED
