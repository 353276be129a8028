// Two and four whole numbers in a word, lane by lane; dot products; minima and maxima of sums
// (DPX).
#include <algorithm>
#include <cstdint>
#include <cstdlib>

#include "expect.h"
#include "small_float_reference.h"

using expect::Device;

constexpr int samples = 1 << 14;

// Every function once for the device and once, by lanes, for comparison.
#define OF_TWO(go)                                                                                 \
  go(__vadd, s, x + y) go(__vaddss, s, clamp(x + y)) go(__vaddus, u, clamp(x + y))                 \
      go(__vsub, s, x - y) go(__vsubss, s, clamp(x - y)) go(__vsubus, u, clamp(x - y))             \
          go(__vavgs, s, (x + y + (x + y >= 0)) >> 1) go(__vavgu, u, (x + y + 1) / 2)              \
              go(__vhaddu, u, (x + y) / 2) go(__vabsdiffs, s, std::abs(x - y))                     \
                  go(__vabsdiffu, u, std::abs(x - y)) go(__vmaxs, s, std::max(x, y))               \
                      go(__vmaxu, u, std::max(x, y)) go(__vmins, s, std::min(x, y))                \
                          go(__vminu, u, std::min(x, y)) go(__vcmpeq, s, -(x == y))                \
                              go(__vcmpne, s, -(x != y)) go(__vcmpges, s, -(x >= y))               \
                                  go(__vcmpgeu, u, -(x >= y)) go(__vcmpgts, s, -(x > y))           \
                                      go(__vcmpgtu, u, -(x > y)) go(__vcmples, s, -(x <= y)) go(   \
                                          __vcmpleu, u, -(x <= y)) go(__vcmplts, s, -(x < y))      \
                                          go(__vcmpltu, u, -(x < y)) go(__vseteq, s, x == y)       \
                                              go(__vsetne, s, x != y) go(__vsetges, s, x >= y)     \
                                                  go(__vsetgeu, u, x >= y) go(__vsetgts, s, x > y) \
                                                      go(__vsetgtu, u, x > y)                      \
                                                          go(__vsetles, s, x <= y)                 \
                                                              go(__vsetleu, u, x <= y)             \
                                                                  go(__vsetlts, s, x < y)          \
                                                                      go(__vsetltu, u, x < y)
#define OF_ONE(go)                                                                 \
  go(__vabs, s, std::abs(x)) go(__vabsss, s, clamp(std::abs(x))) go(__vneg, s, -x) \
      go(__vnegss, s, clamp(-x))

#define COUNT_(name, sign, expression) +1
constexpr int of_two = OF_TWO(COUNT_), of_one = OF_ONE(COUNT_), sums = 4;
constexpr int results = 2 * (of_two + of_one) + sums;

__global__ void words(const unsigned* in, unsigned* out) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned a = in[2 * i], b = in[2 * i + 1];
  unsigned* o = out + results * i;
#define CALL_TWO(name, sign, expression) *o++ = name##2(a, b), *o++ = name##4(a, b);
#define CALL_ONE(name, sign, expression) *o++ = name##2(a), *o++ = name##4(a);
  OF_TWO(CALL_TWO)
  OF_ONE(CALL_ONE)
  *o++ = __vsads2(a, b), *o++ = __vsads4(a, b), *o++ = __vsadu2(a, b), *o++ = __vsadu4(a, b);
}

template <int bits, bool is_signed, class F>
unsigned by_lane(unsigned a, unsigned b, F f, bool summed = false) {
  const int least = is_signed ? -(1 << (bits - 1)) : 0,
            most = is_signed ? (1 << (bits - 1)) - 1 : (1 << bits) - 1;
  const auto clamp = [&](int x) { return std::min(std::max(x, least), most); };
  unsigned result = 0;
  for (int shift = 0; shift < 32; shift += bits) {
    const auto lane = [&](unsigned word) {
      const int value = static_cast<int>(word >> shift & ((1u << bits) - 1));
      return is_signed && value > most ? value - (1 << bits) : value;
    };
    const auto value = static_cast<unsigned>(f(lane(a), lane(b), clamp));
    result += summed ? value : (value & ((1u << bits) - 1)) << shift;
  }
  return result;
}

std::vector<unsigned> words_to_try(int count) {
  reference::Random random{17};
  const unsigned special[] = {0x80807f7f, 0x7fff8000, 0xff01ff00, 0, 0xffffffff, 0x80008000};
  std::vector<unsigned> in(count);
  for (unsigned& x : in) {
    const std::uint64_t bits = random.next();
    x = bits >> 60 == 0 ? special[bits % 6] : static_cast<unsigned>(bits);
    // Lanes that are close, so that differences are small and equal ones occur.
    if (bits >> 62 == 1) x &= 0x83038303;
  }
  return in;
}

TEST(LanesOfWords) {
  const std::vector<unsigned> in = words_to_try(2 * samples);
  Device<unsigned> d(in), out(results * samples);
  words<<<samples / 256, 256>>>(d.data, out.data);
  const std::vector<unsigned> r = out.get();
  for (int i = 0; i < samples; ++i) {
    const unsigned a = in[2 * i], b = in[2 * i + 1];
    const unsigned* o = &r[results * i];
    constexpr bool s = true, u = false;
#define EXPECT_LANES(name, sign, expression)                                        \
  {                                                                                 \
    const auto f = [](int x, int y, auto clamp) -> int {                            \
      (void)y, (void)clamp;                                                         \
      return expression;                                                            \
    };                                                                              \
    expect::equal(__FILE__, __LINE__, #name "2", *o++, by_lane<16, sign>(a, b, f)); \
    expect::equal(__FILE__, __LINE__, #name "4", *o++, by_lane<8, sign>(a, b, f));  \
  }
    OF_TWO(EXPECT_LANES)
    OF_ONE(EXPECT_LANES)
    const auto apart = [](int x, int y, auto) { return std::abs(x - y); };
    EXPECT_EQ(*o++, (by_lane<16, s>(a, b, apart, true)));
    EXPECT_EQ(*o++, (by_lane<8, s>(a, b, apart, true)));
    EXPECT_EQ(*o++, (by_lane<16, u>(a, b, apart, true)));
    EXPECT_EQ(*o++, (by_lane<8, u>(a, b, apart, true)));
  }
}

constexpr int products = 12;

__global__ void dot_products(const unsigned* in, unsigned* out) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned a = in[3 * i], b = in[3 * i + 1], c = in[3 * i + 2];
  const int sa = static_cast<int>(a), sb = static_cast<int>(b), sc = static_cast<int>(c);
  unsigned* o = out + products * i;
  o[0] = static_cast<unsigned>(__dp4a(sa, sb, sc)), o[1] = __dp4a(a, b, c);
  o[2] = static_cast<unsigned>(__dp2a_lo(sa, sb, sc)), o[3] = __dp2a_lo(a, b, c);
  o[4] = static_cast<unsigned>(__dp2a_hi(sa, sb, sc)), o[5] = __dp2a_hi(a, b, c);
  o[6] = static_cast<unsigned>(__rhadd(sa, sb)), o[7] = __urhadd(a, b);
  o[8] = static_cast<unsigned>(__hadd(sa, sb)), o[9] = __uhadd(a, b);
  o[10] = __funnelshift_lc(a, b, c % 40), o[11] = __funnelshift_rc(a, b, c % 40);
}

TEST(DotProductsAveragesAndFunnelShifts) {
  const std::vector<unsigned> in = words_to_try(3 * samples);
  Device<unsigned> d(in), out(products * samples);
  dot_products<<<samples / 256, 256>>>(d.data, out.data);
  const std::vector<unsigned> r = out.get();
  for (int i = 0; i < samples; ++i) {
    const unsigned a = in[3 * i], b = in[3 * i + 1], c = in[3 * i + 2];
    const unsigned* o = &r[products * i];
    std::int64_t s4 = 0, u4 = 0, s2[2] = {}, u2[2] = {};
    for (int k = 0; k < 4; ++k) {
      const unsigned x = a >> (8 * k) & 0xff, y = b >> (8 * k) & 0xff,
                     h = a >> (16 * (k & 1)) & 0xffff;
      const auto byte = [](unsigned v) {
        return static_cast<std::int64_t>(v) - (v > 127 ? 256 : 0);
      };
      s4 += byte(x) * byte(y), u4 += std::int64_t{x} * y;
      s2[k / 2] += (static_cast<std::int64_t>(h) - (h > 32767 ? 65536 : 0)) * byte(y);
      u2[k / 2] += std::int64_t{h} * y;
    }
    EXPECT_EQ(o[0], static_cast<unsigned>(s4) + c);
    EXPECT_EQ(o[1], static_cast<unsigned>(u4) + c);
    for (int k = 0; k < 2; ++k) {
      EXPECT_EQ(o[2 + 2 * k], static_cast<unsigned>(s2[k]) + c);
      EXPECT_EQ(o[3 + 2 * k], static_cast<unsigned>(u2[k]) + c);
    }
    const std::int64_t sa = static_cast<int>(a), sb = static_cast<int>(b), ua = a, ub = b;
    EXPECT_EQ(o[6], static_cast<unsigned>((sa + sb + 1) >> 1));
    EXPECT_EQ(o[7], static_cast<unsigned>((ua + ub + 1) >> 1));
    EXPECT_EQ(o[8], static_cast<unsigned>((sa + sb) >> 1));
    EXPECT_EQ(o[9], static_cast<unsigned>((ua + ub) >> 1));
    const unsigned by = std::min(c % 40, 32u);
    const std::uint64_t both = static_cast<std::uint64_t>(b) << 32 | a;
    EXPECT_EQ(o[10], static_cast<unsigned>(both << by >> 32));
    EXPECT_EQ(o[11], static_cast<unsigned>(both >> by));
  }
}

// 16 for each of maximum and minimum.
#define DPX(how, o)                                                                             \
  o[0] = static_cast<unsigned>(__viadd##how##_s32(sa, sb, sc)),                                 \
  o[1] = __viadd##how##_u32(a, b, c),                                                           \
  o[2] = static_cast<unsigned>(__viadd##how##_s32_relu(sa, sb, sc)),                            \
  o[3] = static_cast<unsigned>(__vi##how##3_s32(sa, sb, sc)), o[4] = __vi##how##3_u32(a, b, c), \
  o[5] = static_cast<unsigned>(__vi##how##3_s32_relu(sa, sb, sc)),                              \
  o[6] = static_cast<unsigned>(__vi##how##_s32_relu(sa, sb)),                                   \
  o[7] = __viadd##how##_s16x2(a, b, c), o[8] = __viadd##how##_u16x2(a, b, c),                   \
  o[9] = __viadd##how##_s16x2_relu(a, b, c), o[10] = __vi##how##3_s16x2(a, b, c),               \
  o[11] = __vi##how##3_u16x2(a, b, c), o[12] = __vi##how##3_s16x2_relu(a, b, c),                \
  o[13] = __vi##how##_s16x2_relu(a, b), o[14] = __vib##how##_s16x2(a, b, &high, &low),          \
  o[15] = high + 2u * low

__global__ void dpx(const unsigned* in, unsigned* out) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned a = in[3 * i], b = in[3 * i + 1], c = in[3 * i + 2];
  const int sa = static_cast<int>(a), sb = static_cast<int>(b), sc = static_cast<int>(c);
  unsigned *o = out + 34 * i, *p = o + 16;
  bool high, low;
  DPX(max, o);
  DPX(min, p);
  o[32] = static_cast<unsigned>(__vibmax_s32(sa, sb, &high)) ^ high;
  o[33] = __vibmin_u32(a, b, &low) ^ low;
}

template <class F>
void expect_dpx(const unsigned* o, unsigned a, unsigned b, unsigned c, F best) {
  const int sa = static_cast<int>(a), sb = static_cast<int>(b), sc = static_cast<int>(c);
  const auto halves = [&](auto lane, auto f) {
    using Lane = decltype(lane);
    const auto one = [&](int shift) {
      return static_cast<unsigned>(
          static_cast<std::uint16_t>(f(static_cast<Lane>(a >> shift), static_cast<Lane>(b >> shift),
                                       static_cast<Lane>(c >> shift))));
    };
    return one(0) | one(16) << 16;
  };
  const auto sum = [&](auto x, auto y, auto z) { return best(static_cast<decltype(x)>(x + y), z); };
  const auto three = [&](auto x, auto y, auto z) { return best(best(x, y), z); };
  const std::int16_t s{};
  const std::uint16_t u{};
  EXPECT_EQ(o[0], static_cast<unsigned>(best(static_cast<int>(a + b), sc)));
  EXPECT_EQ(o[1], best(a + b, c));
  EXPECT_EQ(o[2], static_cast<unsigned>(std::max(best(static_cast<int>(a + b), sc), 0)));
  EXPECT_EQ(o[3], static_cast<unsigned>(three(sa, sb, sc)));
  EXPECT_EQ(o[4], three(a, b, c));
  EXPECT_EQ(o[5], static_cast<unsigned>(std::max(three(sa, sb, sc), 0)));
  EXPECT_EQ(o[6], static_cast<unsigned>(std::max(best(sa, sb), 0)));
  const auto zero = [](int x) { return std::max(x, 0); };
  EXPECT_EQ(o[7], halves(s, sum));
  EXPECT_EQ(o[8], halves(u, sum));
  EXPECT_EQ(o[9], halves(s, [&](auto x, auto y, auto z) { return zero(sum(x, y, z)); }));
  EXPECT_EQ(o[10], halves(s, three));
  EXPECT_EQ(o[11], halves(u, three));
  EXPECT_EQ(o[12], halves(s, [&](auto x, auto y, auto z) { return zero(three(x, y, z)); }));
  EXPECT_EQ(o[13], halves(s, [&](auto x, auto y, auto) { return zero(best(x, y)); }));
  const unsigned found = halves(s, [&](auto x, auto y, auto) { return best(x, y); });
  EXPECT_EQ(o[14], found);
  EXPECT_EQ(o[15], (found >> 16 == a >> 16) + 2u * ((found & 0xffff) == (a & 0xffff)));
}

TEST(MinimaAndMaximaOfSums) {
  const std::vector<unsigned> in = words_to_try(3 * samples);
  Device<unsigned> d(in), out(34 * samples);
  dpx<<<samples / 256, 256>>>(d.data, out.data);
  const std::vector<unsigned> r = out.get();
  for (int i = 0; i < samples; ++i) {
    const unsigned a = in[3 * i], b = in[3 * i + 1], c = in[3 * i + 2];
    const unsigned* o = &r[34 * i];
    expect_dpx(o, a, b, c, [](auto x, auto y) { return std::max(x, y); });
    expect_dpx(o + 16, a, b, c, [](auto x, auto y) { return std::min(x, y); });
    const int sa = static_cast<int>(a), sb = static_cast<int>(b);
    EXPECT_EQ(o[32], static_cast<unsigned>(std::max(sa, sb)) ^ (sa >= sb));
    EXPECT_EQ(o[33], std::min(a, b) ^ (a <= b));
  }
}
