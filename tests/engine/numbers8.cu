// e4m3 and e5m2 bit for bit: every pattern as other types, and the numbers that are hard to round.
#include <cuda_fp8.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "expect.h"
#include "small_float_reference.h"

using expect::Device;
using reference::Format;

template <class T>
struct Of;
template <>
struct Of<__nv_fp8_e5m2> {
  using Two = __nv_fp8x2_e5m2;
  using Four = __nv_fp8x4_e5m2;
  static constexpr __nv_fp8_interpretation_t kind = __NV_E5M2;
  static Format format() { return Format(5, 2); }
};
template <>
struct Of<__nv_fp8_e4m3> {
  using Two = __nv_fp8x2_e4m3;
  using Four = __nv_fp8x4_e4m3;
  static constexpr __nv_fp8_interpretation_t kind = __NV_E4M3;
  static Format format() { return Format(4, 3, false); }
};

#define FOR_BOTH_TYPES(test)                    \
  TEST(test##OfE5M2) { test<__nv_fp8_e5m2>(); } \
  TEST(test##OfE4M3) { test<__nv_fp8_e4m3>(); }

template <class T>
__global__ void decoded(float* out) {
  T x;
  x.__x = static_cast<__nv_fp8_storage_t>(threadIdx.x);
  float* o = out + 4 * threadIdx.x;
  o[0] = static_cast<float>(x);
  o[1] = __half2float(static_cast<__half>(x));
  o[2] = __bfloat162float(static_cast<__nv_bfloat16>(x));
  o[3] = static_cast<float>(static_cast<int>(x));
}

template <class T>
void EveryPatternAsOtherTypes() {
  const Format f = Of<T>::format();
  Device<float> out(4 * 256);
  decoded<T><<<1, 256>>>(out.data);
  const std::vector<float> r = out.get();
  for (unsigned i = 0; i < 256; ++i) {
    const double x = f.decode(i);
    for (int k = 0; k < 3; ++k)
      EXPECT(std::isnan(x) ? std::isnan(r[4 * i + k])
                           : r[4 * i + k] == x && std::signbit(r[4 * i + k]) == std::signbit(x));
    if (std::isfinite(x)) EXPECT_EQ(r[4 * i + 3], std::trunc(x));
  }
}
FOR_BOTH_TYPES(EveryPatternAsOtherTypes)

template <class T>
__global__ void encoded(const float* in, unsigned char* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float x = in[i];
  unsigned char* o = out + 6 * i;
  o[0] = T(x).__x;
  o[1] = __nv_cvt_float_to_fp8(x, __NV_NOSAT, Of<T>::kind);
  o[2] = T(static_cast<double>(x)).__x;
  o[3] = T(__float2half_rn(x)).__x;
  o[4] = T(__float2bfloat16_rn(x)).__x;
  o[5] = __nv_cvt_double_to_fp8(x, __NV_NOSAT, Of<T>::kind);
}

template <class T>
void NumbersSaturatedAndNot() {
  const Format f = Of<T>::format(), half(5, 10), bfloat(8, 7);
  std::vector<float> in;
  for (std::size_t p = 0; p < f.values.size(); ++p) {
    const bool last = p + 1 == f.values.size();
    const double low = f.values[p], high = last ? low + (low - f.values[p - 1]) : f.values[p + 1];
    for (const double v : {low, low + (high - low) / 2, high, high * 1.5}) {
      const float x = static_cast<float>(v), infinity = std::numeric_limits<float>::infinity();
      for (const float y : {x, std::nextafter(x, infinity), std::nextafter(x, -infinity)})
        for (const float z : {y, -y}) in.push_back(z);
    }
  }
  reference::Random random{5};
  for (int i = 0; i < 50000; ++i) {
    const auto bits = static_cast<std::uint32_t>(random.next());
    float x;
    std::memcpy(&x, &bits, sizeof x);
    in.push_back(x);
    in.push_back(std::ldexp(static_cast<float>(static_cast<int>(bits)),
                            -31 - static_cast<int>(bits >> 16) % 20));
  }
  in.push_back(std::numeric_limits<float>::infinity());
  in.push_back(-std::numeric_limits<float>::infinity());
  in.push_back(std::numeric_limits<float>::quiet_NaN());
  const int n = static_cast<int>(in.size());
  Device<float> d(in);
  Device<unsigned char> out(6 * in.size());
  encoded<T><<<(n + 255) / 256, 256>>>(d.data, out.data, n);
  const std::vector<unsigned char> r = out.get();
  const auto largest = static_cast<unsigned>(f.values.size() - 1);
  const auto saturated = [&](double x) {
    const unsigned bits = f.round(x);
    return !std::isnan(x) && (bits & (f.sign() - 1)) > largest ? (bits & f.sign()) | largest : bits;
  };
  const auto expect_same = [&](float x, unsigned got, unsigned expected) {
    if (got == expected || (f.is_nan(got) && f.is_nan(expected))) return;
    char text[100];
    std::snprintf(text, sizeof text, "%a: %#x, expected %#x", x, got, expected);
    expect::fail(__FILE__, __LINE__, text);
  };
  for (int i = 0; i < n; ++i) {
    const float x = in[i];
    expect_same(x, r[6 * i], saturated(x));
    expect_same(x, r[6 * i + 1], f.round(x));
    expect_same(x, r[6 * i + 2], saturated(x));
    expect_same(x, r[6 * i + 3], saturated(half.decode(half.round(x))));
    expect_same(x, r[6 * i + 4], saturated(bfloat.decode(bfloat.round(x))));
    expect_same(x, r[6 * i + 5], f.round(x));
  }
}
FOR_BOTH_TYPES(NumbersSaturatedAndNot)

template <class T>
__global__ void two_and_four(float4* out, unsigned* bits) {
  const typename Of<T>::Two two(make_float2(1.5f, -2.0f));
  const typename Of<T>::Four four(make_float4(0.5f, -0.25f, 3.0f, 1e9f));
  const float2 a = static_cast<float2>(two);
  out[0] = make_float4(a.x, a.y, __low2float(static_cast<__half2>(two)), 0.0f);
  out[1] = static_cast<float4>(four);
  bits[0] = two.__x;
  bits[1] = four.__x;
}

template <class T>
void PairsAndFours() {
  const Format f = Of<T>::format();
  const double most = f.values.back();
  Device<float4> out(2);
  Device<unsigned> bits(2);
  two_and_four<T><<<1, 1>>>(out.data, bits.data);
  const std::vector<float4> r = out.get();
  const std::vector<unsigned> b = bits.get();
  EXPECT(r[0].x == 1.5f && r[0].y == -2.0f && r[0].z == 1.5f);
  EXPECT(r[1].x == 0.5f && r[1].y == -0.25f && r[1].z == 3.0f && r[1].w == most);
  EXPECT_EQ(b[0], f.round(1.5) | f.round(-2.0) << 8);
  EXPECT_EQ(b[1], f.round(0.5) | f.round(-0.25) << 8 | f.round(3.0) << 16 |
                      static_cast<unsigned>(f.values.size() - 1) << 24);
}
FOR_BOTH_TYPES(PairsAndFours)
