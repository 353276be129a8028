// __half and __nv_bfloat16 bit for bit: every pattern for what takes one number, many for what
// takes two or three. The expected bits come from the formats' definitions
// (small_float_reference.h).
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "expect.h"
#include "small_float_reference.h"

using expect::Device;
using reference::Format;
using reference::Random;
using reference::Rounding;

constexpr int patterns = 65536;

// By one name what has the type in its name.
template <class T>
struct Of;
#define NAMES(T, word, T2, E, M)                                                      \
  template <>                                                                         \
  struct Of<T> {                                                                      \
    using Pair = T2;                                                                  \
    static Format format() { return Format(E, M); }                                   \
    static __host__ __device__ T pattern(unsigned bits) {                             \
      return __ushort_as_##word(static_cast<unsigned short>(bits));                   \
    }                                                                                 \
    static __host__ __device__ unsigned bits(T x) { return __##word##_as_ushort(x); } \
    static __device__ float to_float(T x) { return __##word##2float(x); }             \
    static __device__ T of(float x, int how) {                                        \
      return how == 0   ? __float2##word##_rn(x)                                      \
             : how == 1 ? __float2##word##_rz(x)                                      \
             : how == 2 ? __float2##word##_rd(x)                                      \
                        : __float2##word##_ru(x);                                     \
    }                                                                                 \
    static __device__ T of(double x) { return __double2##word(x); }                   \
    static __device__ T of(int x, int how) {                                          \
      return how == 0   ? __int2##word##_rn(x)                                        \
             : how == 1 ? __int2##word##_rz(x)                                        \
             : how == 2 ? __int2##word##_rd(x)                                        \
                        : __int2##word##_ru(x);                                       \
    }                                                                                 \
    static __device__ T of(unsigned x, int how) {                                     \
      return how == 0   ? __uint2##word##_rn(x)                                       \
             : how == 1 ? __uint2##word##_rz(x)                                       \
             : how == 2 ? __uint2##word##_rd(x)                                       \
                        : __uint2##word##_ru(x);                                      \
    }                                                                                 \
    static __device__ T of(long long x, int how) {                                    \
      return how == 0   ? __ll2##word##_rn(x)                                         \
             : how == 1 ? __ll2##word##_rz(x)                                         \
             : how == 2 ? __ll2##word##_rd(x)                                         \
                        : __ll2##word##_ru(x);                                        \
    }                                                                                 \
    static __device__ T of(unsigned long long x, int how) {                           \
      return how == 0   ? __ull2##word##_rn(x)                                        \
             : how == 1 ? __ull2##word##_rz(x)                                        \
             : how == 2 ? __ull2##word##_rd(x)                                        \
                        : __ull2##word##_ru(x);                                       \
    }                                                                                 \
    static __device__ T of(short x, int how) {                                        \
      return how == 0   ? __short2##word##_rn(x)                                      \
             : how == 1 ? __short2##word##_rz(x)                                      \
             : how == 2 ? __short2##word##_rd(x)                                      \
                        : __short2##word##_ru(x);                                     \
    }                                                                                 \
    static __device__ T of(unsigned short x, int how) {                               \
      return how == 0   ? __ushort2##word##_rn(x)                                     \
             : how == 1 ? __ushort2##word##_rz(x)                                     \
             : how == 2 ? __ushort2##word##_rd(x)                                     \
                        : __ushort2##word##_ru(x);                                    \
    }                                                                                 \
    static __device__ void whole(T x, long long* out) {                               \
      out[0] = __##word##2int_rn(x), out[1] = __##word##2int_rz(x);                   \
      out[2] = __##word##2int_rd(x), out[3] = __##word##2int_ru(x);                   \
      out[4] = __##word##2uint_rn(x), out[5] = __##word##2uint_rz(x);                 \
      out[6] = __##word##2uint_rd(x), out[7] = __##word##2uint_ru(x);                 \
      out[8] = __##word##2short_rn(x), out[9] = __##word##2short_rz(x);               \
      out[10] = __##word##2short_rd(x), out[11] = __##word##2short_ru(x);             \
      out[12] = __##word##2ushort_rn(x), out[13] = __##word##2ushort_rz(x);           \
      out[14] = __##word##2ushort_rd(x), out[15] = __##word##2ushort_ru(x);           \
      out[16] = __##word##2ll_rn(x), out[17] = __##word##2ll_rz(x);                   \
      out[18] = __##word##2ll_rd(x), out[19] = __##word##2ll_ru(x);                   \
      out[20] = static_cast<long long>(__##word##2ull_rn(x));                         \
      out[21] = static_cast<long long>(__##word##2ull_rz(x));                         \
      out[22] = static_cast<long long>(__##word##2ull_rd(x));                         \
      out[23] = static_cast<long long>(__##word##2ull_ru(x));                         \
      out[24] = __##word##2char_rz(x), out[25] = __##word##2uchar_rz(x);              \
    }                                                                                 \
    static __host__ __device__ T2 pair(T x, T y) { return __halves2##word##2(x, y); } \
    static __host__ __device__ T low(T2 a) { return __low2##word(a); }                \
    static __host__ __device__ T high(T2 a) { return __high2##word(a); }              \
    static __device__ T2 swapped_and_merged(T2 a, T2 b) {                             \
      return __lows2##word##2(__lowhigh2highlow(a), __high2##word##2(b));             \
    }                                                                                 \
    static __device__ T2 of(float2 x) { return __float22##word##2_rn(x); }            \
    static __device__ float2 floats(T2 x) { return __##word##22float2(x); }           \
    static __device__ T2 twice(T x) { return __##word##2##word##2(x); }               \
  };
NAMES(__half, half, __half2, 5, 10)
NAMES(__nv_bfloat16, bfloat16, __nv_bfloat162, 8, 7)

#define FOR_BOTH_TYPES(test)             \
  TEST(test##OfHalf) { test<__half>(); } \
  TEST(test##OfBfloat16) { test<__nv_bfloat16>(); }

static bool same(const Format& f, unsigned got, unsigned expected) {
  return got == expected || (f.is_nan(got) && f.is_nan(expected));
}

static void expect_bits(const Format& f, const char* what, double a, double b, unsigned got,
                        unsigned expected) {
  if (got == expected) return;
  char text[160];
  std::snprintf(text, sizeof text, "%s of %a and %a: %#x (%a), expected %#x (%a)", what, a, b, got,
                f.decode(got), expected, f.decode(expected));
  expect::fail(__FILE__, __LINE__, text);
}

// --- conversions

template <class T>
__global__ void to_floats(float* out) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = Of<T>::to_float(Of<T>::pattern(i));
}

template <class T>
void EveryPatternAsAFloat() {
  const Format f = Of<T>::format();
  Device<float> out(patterns);
  to_floats<T><<<patterns / 256, 256>>>(out.data);
  const std::vector<float> r = out.get();
  for (unsigned i = 0; i < patterns; ++i) {
    const double expected = f.decode(i);
    EXPECT(f.is_nan(i) ? std::isnan(r[i])
                       : r[i] == expected && std::signbit(r[i]) == std::signbit(expected));
  }
}
FOR_BOTH_TYPES(EveryPatternAsAFloat)

template <class T, class X>
__global__ void rounded_all_ways(const X* in, unsigned short* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  for (int how = 0; how < 4; ++how)
    out[4 * i + how] = static_cast<unsigned short>(Of<T>::bits(Of<T>::of(in[i], how)));
}
template <class T>
__global__ void rounded(const double* in, unsigned short* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = static_cast<unsigned short>(Of<T>::bits(Of<T>::of(in[i])));
}

/// Every number of the format, all middles between two, and what lies next to these.
template <class X>
std::vector<X> hard_cases(const Format& f) {
  std::vector<X> all;
  for (std::size_t p = 0; p < f.values.size(); ++p) {
    const bool last = p + 1 == f.values.size();
    const double low = f.values[p], high = last ? low + (low - f.values[p - 1]) : f.values[p + 1];
    for (const double v : {low, low + (high - low) / 2, last ? high : low}) {
      const X x = static_cast<X>(v), most = std::numeric_limits<X>::infinity();
      for (const X y : {x, std::nextafter(x, most), std::nextafter(x, -most)})
        for (const X z : {y, -y}) all.push_back(z);
    }
  }
  Random random{1};
  for (int i = 0; i < 20000; ++i) {
    X x;
    const std::uint64_t bits = random.next();
    std::memcpy(&x, &bits, sizeof x);
    if (!std::isnan(x)) all.push_back(x);
  }
  all.push_back(std::numeric_limits<X>::quiet_NaN());
  all.push_back(std::numeric_limits<X>::infinity());
  all.push_back(-std::numeric_limits<X>::infinity());
  return all;
}

constexpr Rounding ways[] = {Rounding::nearest, Rounding::zero, Rounding::down, Rounding::up};
constexpr const char* way_names[] = {"rn", "rz", "rd", "ru"};

template <class T>
void FloatsInAllRoundings() {
  const Format f = Of<T>::format();
  const std::vector<float> in = hard_cases<float>(f);
  const int n = static_cast<int>(in.size());
  Device<float> d(in);
  Device<unsigned short> out(4 * in.size());
  rounded_all_ways<T, float><<<(n + 255) / 256, 256>>>(d.data, out.data, n);
  const std::vector<unsigned short> r = out.get();
  for (int i = 0; i < n; ++i)
    for (int how = 0; how < 4; ++how)
      expect_bits(f, way_names[how], in[i], 0, r[4 * i + how], f.round(in[i], 0, ways[how]));
}
FOR_BOTH_TYPES(FloatsInAllRoundings)

template <class T>
void DoublesRoundOnce() {
  const Format f = Of<T>::format();
  const std::vector<double> in = hard_cases<double>(f);
  const int n = static_cast<int>(in.size());
  Device<double> d(in);
  Device<unsigned short> out(in.size());
  rounded<T><<<(n + 255) / 256, 256>>>(d.data, out.data, n);
  const std::vector<unsigned short> r = out.get();
  // A NaN keeps its quiet bit alone, where one in float becomes all ones.
  const unsigned nan = f.infinity() | 1u << (f.mantissa - 1);
  for (int i = 0; i < n; ++i)
    expect_bits(f, "double", in[i], 0, r[i], std::isnan(in[i]) ? nan : f.round(in[i]));
}
FOR_BOTH_TYPES(DoublesRoundOnce)

template <class T, class I>
void whole_numbers(std::vector<I> in) {
  const Format f = Of<T>::format();
  Random random{7};
  for (int i = 0; i < 3000; ++i) {
    const std::uint64_t bits = random.next();
    in.push_back(static_cast<I>(bits >> (bits & 31)));
    const I one = static_cast<I>(I{1} << (bits >> 8) % (8 * sizeof(I) - 1));
    for (const I near : {static_cast<I>(one - 1), one, static_cast<I>(one + 1)})
      for (int shift = 0; shift < 3; ++shift)
        in.push_back(static_cast<I>(near + (one >> (f.mantissa + shift))));
  }
  in.push_back(std::numeric_limits<I>::max());
  in.push_back(std::numeric_limits<I>::min());
  const int n = static_cast<int>(in.size());
  Device<I> d(in);
  Device<unsigned short> out(4 * in.size());
  rounded_all_ways<T, I><<<(n + 255) / 256, 256>>>(d.data, out.data, n);
  const std::vector<unsigned short> r = out.get();
  for (int i = 0; i < n; ++i) {
    // In two parts, each of them exact.
    const double x = static_cast<double>(in[i]);
    const __int128 rest = static_cast<__int128>(in[i]) - static_cast<__int128>(x);
    for (int how = 0; how < 4; ++how)
      expect_bits(f, way_names[how], x, static_cast<double>(rest), r[4 * i + how],
                  f.round(x, static_cast<double>(rest), ways[how]));
  }
}
template <class T>
void WholeNumbersInAllRoundings() {
  std::vector<short> shorts;
  std::vector<unsigned short> ushorts;
  for (int i = 0; i < patterns; ++i) {
    shorts.push_back(static_cast<short>(i));
    ushorts.push_back(static_cast<unsigned short>(i));
  }
  whole_numbers<T, short>(shorts);
  whole_numbers<T, unsigned short>(ushorts);
  whole_numbers<T, int>({});
  whole_numbers<T, unsigned>({});
  whole_numbers<T, long long>({});
  whole_numbers<T, unsigned long long>({});
}
FOR_BOTH_TYPES(WholeNumbersInAllRoundings)

template <class T>
__global__ void to_whole_numbers(long long* out) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  Of<T>::whole(Of<T>::pattern(i), out + 26 * i);
}

template <class I>
long long clamped(double whole) {
  if (std::isnan(whole)) return sizeof(I) == 8 ? std::numeric_limits<long long>::min() : 0;
  if (whole <= static_cast<double>(std::numeric_limits<I>::min()))
    return static_cast<long long>(std::numeric_limits<I>::min());
  if (whole >= static_cast<double>(std::numeric_limits<I>::max()))
    return static_cast<long long>(std::numeric_limits<I>::max());
  return static_cast<long long>(static_cast<I>(whole));
}

template <class T>
void EveryPatternAsAWholeNumber() {
  const Format f = Of<T>::format();
  Device<long long> out(26 * patterns);
  to_whole_numbers<T><<<patterns / 256, 256>>>(out.data);
  const std::vector<long long> r = out.get();
  for (unsigned i = 0; i < patterns; ++i) {
    const double x = f.decode(i);
    const double way[4] = {std::nearbyint(x), std::trunc(x), std::floor(x), std::ceil(x)};
    const long long* o = &r[26 * i];
    for (int how = 0; how < 4; ++how) {
      EXPECT_EQ(o[how], clamped<int>(way[how]));
      EXPECT_EQ(o[4 + how], clamped<unsigned>(way[how]));
      EXPECT_EQ(o[8 + how], clamped<short>(way[how]));
      EXPECT_EQ(o[12 + how], clamped<unsigned short>(way[how]));
      EXPECT_EQ(o[16 + how], clamped<long long>(way[how]));
      EXPECT_EQ(o[20 + how], clamped<unsigned long long>(way[how]));
    }
    EXPECT_EQ(o[24], clamped<signed char>(way[1]));
    EXPECT_EQ(o[25], clamped<unsigned char>(way[1]));
  }
}
FOR_BOTH_TYPES(EveryPatternAsAWholeNumber)

// --- functions of one number

constexpr int exact_functions = 9, near_functions = 10;

template <class T>
__global__ void of_one(unsigned short* out) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const T x = Of<T>::pattern(i);
  unsigned short* o = out + (exact_functions + near_functions) * i;
  const auto put = [&](T y) { *o++ = static_cast<unsigned short>(Of<T>::bits(y)); };
  put(htrunc(x)), put(hceil(x)), put(hfloor(x)), put(hrint(x));
  put(__hneg(x)), put(__habs(x)), put(hsqrt(x)), put(hrsqrt(x)), put(hrcp(x));
  put(hlog(x)), put(hlog2(x)), put(hlog10(x)), put(hexp(x)), put(hexp2(x)), put(hexp10(x));
  put(hsin(x)), put(hcos(x)), put(htanh(x)), put(htanh_approx(x));
}

/// How many numbers of the format lie between two.
static int apart(const Format& f, unsigned a, unsigned b) {
  const auto place = [&](unsigned p) {
    const int magnitude = static_cast<int>(p & (f.sign() - 1));
    return p & f.sign() ? -magnitude : magnitude;
  };
  return std::abs(place(a) - place(b));
}

template <class T>
void FunctionsOfEveryPattern() {
  const Format f = Of<T>::format();
  Device<unsigned short> out((exact_functions + near_functions) * patterns);
  of_one<T><<<patterns / 256, 256>>>(out.data);
  const std::vector<unsigned short> r = out.get();
  static const char* const names[] = {"trunc", "ceil", "floor", "rint", "neg",        "abs", "sqrt",
                                      "rsqrt", "rcp",  "log",   "log2", "log10",      "exp", "exp2",
                                      "exp10", "sin",  "cos",   "tanh", "tanh_approx"};
  int off[near_functions] = {};
  for (unsigned i = 0; i < patterns; ++i) {
    const double x = f.decode(i);
    const double expected[] = {std::trunc(x),
                               std::ceil(x),
                               std::floor(x),
                               std::nearbyint(x),
                               -x,
                               std::fabs(x),
                               std::sqrt(x),
                               1 / std::sqrt(x),
                               1 / x,
                               std::log(x),
                               std::log2(x),
                               std::log10(x),
                               std::exp(x),
                               std::exp2(x),
                               std::pow(10.0, x),
                               std::sin(x),
                               std::cos(x),
                               std::tanh(x),
                               std::tanh(x)};
    for (int k = 0; k < exact_functions + near_functions; ++k) {
      const unsigned got = r[(exact_functions + near_functions) * i + k];
      const unsigned wanted = f.round(expected[k]);
      if (same(f, got, wanted)) continue;
      // An approximation may round the other way where a result lies close to a middle.
      if (k < exact_functions || f.is_nan(got) || f.is_nan(wanted) || apart(f, got, wanted) > 1)
        expect_bits(f, names[k], x, 0, got, wanted);
      else
        ++off[k - exact_functions];
    }
  }
  // tanh by one instruction: its error of 2^-11 is that of its documentation.
  for (int k = 0; k < 8; ++k) EXPECT(off[k] <= patterns / 200);
}
FOR_BOTH_TYPES(FunctionsOfEveryPattern)

// --- functions of two and of three numbers

constexpr int samples = 1 << 17, results_of_two = 14;

/// Numbers whose exponents are close, so that sums and products have something to round, as well as
/// any patterns at all.
static std::vector<unsigned> sampled(const Format& f) {
  std::vector<unsigned> all(3 * samples);
  Random random{11};
  for (int i = 0; i < samples; ++i) {
    const std::uint64_t bits = random.next();
    for (int k = 0; k < 3; ++k) all[3 * i + k] = static_cast<unsigned>(bits >> (16 * k)) & 0xffff;
    if (i % 4 == 0) continue;
    // The exponent near that of one; of the third number near the product's.
    const unsigned one = ((1u << (f.exponents - 1)) - 1), spread = i % 4 == 1 ? 3 : 15;
    for (int k = 0; k < 3; ++k) {
      const unsigned keep = f.sign() | ((1u << f.mantissa) - 1);
      const auto exponent = one - spread / 2 + (bits >> (48 + 4 * k)) % (spread + 1);
      all[3 * i + k] = (all[3 * i + k] & keep) | static_cast<unsigned>(exponent) << f.mantissa;
    }
  }
  return all;
}

template <class T>
__global__ void of_two(const unsigned* in, unsigned short* out) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const T a = Of<T>::pattern(in[3 * i]), b = Of<T>::pattern(in[3 * i + 1]),
          c = Of<T>::pattern(in[3 * i + 2]);
  unsigned short* o = out + results_of_two * i;
  const auto put = [&](T y) { *o++ = static_cast<unsigned short>(Of<T>::bits(y)); };
  put(__hadd_rn(a, b)), put(__hsub_rn(a, b)), put(__hmul_rn(a, b)), put(__hfma(a, b, c));
  put(__hmax(a, b)), put(__hmin(a, b)), put(__hmax_nan(a, b)), put(__hmin_nan(a, b));
  put(__hadd_sat(a, b)), put(__hmul_sat(a, b)), put(__hfma_sat(a, b, c)), put(__hfma_relu(a, b, c));
  put(__hdiv(a, b));
  *o = static_cast<unsigned short>(
      __heq(a, b) | __hne(a, b) << 1 | __hlt(a, b) << 2 | __hle(a, b) << 3 | __hgt(a, b) << 4 |
      __hge(a, b) << 5 | __hequ(a, b) << 6 | __hneu(a, b) << 7 | __hltu(a, b) << 8 |
      __hleu(a, b) << 9 | __hgtu(a, b) << 10 | __hgeu(a, b) << 11 | __hisnan(a) << 12 |
      (__hisinf(a) != 0) << 13 | (a == b) << 14 | (a != b) << 15);
}

static unsigned clamped_to_one(const Format& f, unsigned bits) {
  const double x = f.decode(bits);
  return x > 1 ? f.round(1) : x > 0 ? bits : 0;
}

template <class T>
void ArithmeticOfTwoAndThree() {
  const Format f = Of<T>::format();
  const std::vector<unsigned> in = sampled(f);
  Device<unsigned> d(in);
  Device<unsigned short> out(results_of_two * samples);
  of_two<T><<<samples / 256, 256>>>(d.data, out.data);
  const std::vector<unsigned short> r = out.get();
  for (int i = 0; i < samples; ++i) {
    const unsigned short* o = &r[results_of_two * i];
    const double a = f.decode(in[3 * i]), b = f.decode(in[3 * i + 1]), c = f.decode(in[3 * i + 2]);
    // Sums in two parts: the double and what it leaves out.
    const auto sum = [&](double x, double y) {
      const double s = x + y, part = s - x;
      const double rest = std::isfinite(s) ? (x - (s - part)) + (y - part) : 0;
      return f.round(s, rest);
    };
    const unsigned added = sum(a, b), product = f.round(a * b), fused = sum(a * b, c);
    expect_bits(f, "__hadd_rn", a, b, o[0], added);
    expect_bits(f, "__hsub_rn", a, b, o[1], sum(a, -b));
    expect_bits(f, "__hmul_rn", a, b, o[2], product);
    expect_bits(f, "__hfma", a, b, o[3], fused);
    const bool less = a < b || (a == b && std::signbit(a));
    const unsigned most = less ? in[3 * i + 1] : in[3 * i],
                   least = less ? in[3 * i] : in[3 * i + 1];
    const bool none = std::isnan(a) && std::isnan(b), some = std::isnan(a) || std::isnan(b);
    const unsigned other = std::isnan(a) ? in[3 * i + 1] : in[3 * i];
    expect_bits(f, "__hmax", a, b, o[4], none ? f.nan() : some ? other : most);
    expect_bits(f, "__hmin", a, b, o[5], none ? f.nan() : some ? other : least);
    expect_bits(f, "__hmax_nan", a, b, o[6], some ? f.nan() : most);
    expect_bits(f, "__hmin_nan", a, b, o[7], some ? f.nan() : least);
    expect_bits(f, "__hadd_sat", a, b, o[8], clamped_to_one(f, added));
    expect_bits(f, "__hmul_sat", a, b, o[9], clamped_to_one(f, product));
    expect_bits(f, "__hfma_sat", a, b, o[10], clamped_to_one(f, fused));
    const double x = f.decode(fused);
    expect_bits(f, "__hfma_relu", a, b, o[11], std::isnan(x) ? f.nan() : x > 0 ? fused : 0);
    if (const unsigned quotient = f.round(a / b); !same(f, o[12], quotient))
      expect_bits(f, "__hdiv", a, b, o[12], quotient);
    const bool unordered = some;
    const unsigned relations =
        (a == b) | (!unordered && a != b) << 1 | (a < b) << 2 | (a <= b) << 3 | (a > b) << 4 |
        (a >= b) << 5 | (unordered || a == b) << 6 | (a != b) << 7 | (unordered || a < b) << 8 |
        (unordered || a <= b) << 9 | (unordered || a > b) << 10 | (unordered || a >= b) << 11 |
        std::isnan(a) << 12 | std::isinf(a) << 13 | (a == b) << 14 | (a != b) << 15;
    EXPECT_EQ(o[13], relations);
  }
}
FOR_BOTH_TYPES(ArithmeticOfTwoAndThree)

// --- pairs

template <class T>
__global__ void pairs(unsigned* out) {
  using P = typename Of<T>::Pair;
  const auto whole = [](P p) {
    return Of<T>::bits(Of<T>::low(p)) | Of<T>::bits(Of<T>::high(p)) << 16;
  };
  const P a = Of<T>::of(make_float2(1.5f, -2.25f)), b = Of<T>::of(make_float2(0.5f, 8.0f));
  const float2 back = Of<T>::floats(a);
  const P c = Of<T>::twice(Of<T>::of(3.0f, 0));
  P d = a;
  d += b;
  d *= c;
  --d;
  out[0] = whole(__hadd2(a, b));
  out[1] = whole(__hfma2(a, b, c));
  out[2] = whole(__h2div(b, a));
  out[3] = whole(Of<T>::swapped_and_merged(a, b));
  out[4] = whole(__hmax2(a, b));
  out[5] = whole(__hcmadd(a, b, c));
  out[6] = whole(d);
  out[7] = __hgt2_mask(a, b);
  out[8] = whole(__hlt2(a, b));
  out[9] = __hbeq2(a, a) + 2 * __hble2(a, b) + 4 * (a == b) + 8 * (a != b);
  out[10] = back.x == 1.5f && back.y == -2.25f && __low2float(b) == 0.5f && __high2float(b) == 8.0f;
  out[11] = whole(h2sqrt(Of<T>::twice(Of<T>::of(16.0f, 0))));
  out[12] = whole(__hneg2(a));
  out[13] = whole(__habs2(a));
  out[14] = whole(-a - b);
}

template <class T>
void PairsNumberByNumber() {
  const Format f = Of<T>::format();
  Device<unsigned> out(15);
  pairs<T><<<1, 1>>>(out.data);
  const std::vector<unsigned> r = out.get();
  const auto pair = [&](double x, double y) { return f.round(x) | f.round(y) << 16; };
  EXPECT_EQ(r[0], pair(2.0, 5.75));
  EXPECT_EQ(r[1], pair(3.75, -15.0));
  EXPECT_EQ(r[2], pair(0.5 / 1.5, 8.0 / -2.25));
  EXPECT_EQ(r[3], pair(-2.25, 8.0));
  EXPECT_EQ(r[4], pair(1.5, 8.0));
  // (1.5 - 2.25 i) (0.5 + 8 i) + 3 + 3 i
  EXPECT_EQ(r[5], pair(1.5 * 0.5 + 2.25 * 8.0 + 3.0, 1.5 * 8.0 - 2.25 * 0.5 + 3.0));
  EXPECT_EQ(r[6], pair(2.0 * 3.0 - 1.0, 5.75 * 3.0 - 1.0));
  EXPECT_EQ(r[7], 0x0000ffffu);
  EXPECT_EQ(r[8], pair(0.0, 1.0));
  EXPECT_EQ(r[9], 1u + 8u);
  EXPECT_EQ(r[10], 1u);
  EXPECT_EQ(r[11], pair(4.0, 4.0));
  EXPECT_EQ(r[12], pair(-1.5, 2.25));
  EXPECT_EQ(r[13], pair(1.5, 2.25));
  EXPECT_EQ(r[14], pair(-2.0, -5.75));
}
FOR_BOTH_TYPES(PairsNumberByNumber)

// --- C++: conversions, operators; between threads

template <class T>
__global__ void written_as_usual(const T* in, T* out, float* sums) {
  const unsigned t = threadIdx.x;
  T x = in[t];
  const T two = 2.0f, three = 3;
  x = x * two + T(1.0f);
  x += three;
  if (x > T(20.0f)) x = -x;
  x++;
  out[t] = x / two;
  sums[t] = static_cast<float>(x) + static_cast<float>(static_cast<int>(x));
}

template <class T>
void OperatorsAndConversions() {
  std::vector<T> in;
  for (int i = 0; i < 32; ++i) in.push_back(T(static_cast<float>(i)));
  Device<T> d(in), out(32);
  Device<float> sums(32);
  written_as_usual<<<1, 32>>>(d.data, out.data, sums.data);
  const std::vector<T> r = out.get();
  const std::vector<float> s = sums.get();
  for (int i = 0; i < 32; ++i) {
    float x = static_cast<float>(i) * 2 + 4;
    x = (x > 20 ? -x : x) + 1;
    EXPECT_EQ(static_cast<float>(r[i]), x / 2);
    EXPECT_EQ(s[i], 2 * x);
  }
}
FOR_BOTH_TYPES(OperatorsAndConversions)

template <class T>
__global__ void among_threads(T* shuffled, T* sum, typename Of<T>::Pair* pairs_sum, float* read) {
  using P = typename Of<T>::Pair;
  const unsigned t = threadIdx.x;
  const T mine = Of<T>::of(static_cast<int>(t), 0);
  shuffled[t] = __shfl_xor_sync(0xffffffffu, mine, 5);
  shuffled[32 + t] = __shfl_down_sync(0xffffffffu, mine, 3);
  const P both = __shfl_sync(0xffffffffu, Of<T>::pair(mine, shuffled[t]), 7);
  shuffled[64 + t] = Of<T>::high(both);
  atomicAdd(sum, Of<T>::of(1, 0));
  atomicAdd(pairs_sum, Of<T>::pair(Of<T>::of(1, 0), Of<T>::of(2, 0)));
  __syncthreads();
  read[t] = Of<T>::to_float(__ldg(shuffled + t)) + Of<T>::to_float(__ldcg(shuffled + 32));
}

template <class T>
void ShufflesAtomicsAndCachedLoads() {
  const Format f = Of<T>::format();
  Device<T> shuffled(96), sum(std::vector<T>{T(0.0f)});
  Device<typename Of<T>::Pair> both(1);
  Device<float> read(32);
  cudaMemset(both.data, 0, sizeof(T) * 2);
  among_threads<T><<<1, 32>>>(shuffled.data, sum.data, both.data, read.data);
  const std::vector<T> r = shuffled.get();
  const std::vector<float> l = read.get();
  for (int t = 0; t < 32; ++t) {
    EXPECT_EQ(Of<T>::bits(r[t]), f.round(t ^ 5));
    EXPECT_EQ(Of<T>::bits(r[32 + t]), f.round(t + 3 < 32 ? t + 3 : t));
    EXPECT_EQ(Of<T>::bits(r[64 + t]), f.round(7 ^ 5));
    EXPECT_EQ(l[t], static_cast<float>((t ^ 5) + 3));
  }
  EXPECT_EQ(Of<T>::bits(sum.get()[0]), f.round(32));
  const typename Of<T>::Pair total = both.get()[0];
  EXPECT_EQ(Of<T>::bits(Of<T>::low(total)), f.round(32));
  EXPECT_EQ(Of<T>::bits(Of<T>::high(total)), f.round(64));
}
FOR_BOTH_TYPES(ShufflesAtomicsAndCachedLoads)
