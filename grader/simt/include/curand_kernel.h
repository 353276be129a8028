// cuRAND's generators for kernels: XORWOW, Philox 4x32-10 and MRG32k3a, with the same sequences as
// on a GPU (cuRAND documentation, "Device API"). Numbers that come of logarithms and sines may
// differ in their last bits. Sobol's sequences, MTGP32 and Poisson's distribution are not here.
//
// G. Marsaglia, "Xorshift RNGs", 2003. J. Salmon et al., "Parallel Random Numbers: As Easy as 1, 2,
// 3", 2011. P. L'Ecuyer, "Good Parameters and Implementations for Combined Multiple Recursive
// Random Number Generators", 1999.
#pragma once

#include <cuda_runtime.h>
#include <stdint.h>

namespace simt::detail {

/// Steps of XORWOW's shift register: n, or n times 2^67.
void advance_xorwow(unsigned int (&v)[5], unsigned long long n, bool sequences);
/// Steps of MRG32k3a's two recurrences: n times 2^log_stride, with a stride of 0, 76 or 127.
void advance_mrg(unsigned int (&s1)[3], unsigned int (&s2)[3], unsigned long long n,
                 unsigned log_stride);

/// Normal numbers come in pairs; the second one is kept here.
struct SpareNormals {
  bool has_float = false, has_double = false;
  float spare_float = 0;
  double spare_double = 0;
};

/// To (0, 1], from 32 and from 53 bits.
inline float to_uniform(unsigned int x) { return x * 0x1p-32f + 0x1p-33f; }
inline double to_uniform(unsigned int x, unsigned int y) {
  return (x ^ static_cast<unsigned long long>(y) << 21) * 0x1p-53 + 0x1p-54;
}

/// G. Box and M. Muller, "A Note on the Generation of Random Normal Deviates", 1958.
inline float2 to_normals(unsigned int x, unsigned int y) {
  constexpr float turn = 2.3283064e-10f * 6.2831855f;
  const float radius = sqrtf(-2.0f * logf(to_uniform(x))), angle = y * turn + turn / 2;
  return make_float2(sinf(angle) * radius, cosf(angle) * radius);
}
inline double2 to_normals(unsigned int x0, unsigned int x1, unsigned int y0, unsigned int y1) {
  const double radius = sqrt(-2.0 * log(to_uniform(x0, x1)));
  const double angle = (y0 ^ static_cast<unsigned long long>(y1) << 21) * 0x1p-52 + 0x1p-53;
  double sine, cosine;
  sincospi(angle, &sine, &cosine);
  return make_double2(sine * radius, cosine * radius);
}

}  // namespace simt::detail

struct curandStateXORWOW {
  unsigned int d, v[5];
  simt::detail::SpareNormals normals;
};
struct curandStatePhilox4_32_10 {
  uint4 ctr, output;
  uint2 key;
  unsigned int STATE;  // number of used elements of `output`
  simt::detail::SpareNormals normals;
};
struct curandStateMRG32k3a {
  unsigned int s1[3], s2[3];
  simt::detail::SpareNormals normals;
};
typedef curandStateXORWOW curandStateXORWOW_t;
typedef curandStateXORWOW curandState_t;
typedef curandStateXORWOW curandState;
typedef curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;
typedef curandStateMRG32k3a curandStateMRG32k3a_t;

// XORWOW

inline unsigned int curand(curandStateXORWOW* state) {
  unsigned int* const v = state->v;
  const unsigned int t = v[0] ^ v[0] >> 2;
  for (int i = 0; i < 4; ++i) v[i] = v[i + 1];
  v[4] = v[4] ^ v[4] << 4 ^ t ^ t << 1;
  state->d += 362437;
  return v[4] + state->d;
}
inline void skipahead(unsigned long long n, curandStateXORWOW* state) {
  unsigned int v[5];
  for (int i = 0; i < 5; ++i) v[i] = state->v[i];
  simt::detail::advance_xorwow(v, n, false);
  for (int i = 0; i < 5; ++i) state->v[i] = v[i];
  state->d += 362437 * static_cast<unsigned int>(n);
}
inline void skipahead_sequence(unsigned long long n, curandStateXORWOW* state) {
  unsigned int v[5];
  for (int i = 0; i < 5; ++i) v[i] = state->v[i];
  simt::detail::advance_xorwow(v, n, true);
  for (int i = 0; i < 5; ++i) state->v[i] = v[i];
}
inline void curand_init(unsigned long long seed, unsigned long long sequence,
                        unsigned long long offset, curandStateXORWOW* state) {
  const unsigned int low = 1099087573u * (static_cast<unsigned int>(seed) ^ 0xaad26b49u);
  const unsigned int high = 2591861531u * (static_cast<unsigned int>(seed >> 32) ^ 0xf7dcefddu);
  state->d = 6615241u + high + low;
  state->v[0] = 123456789u + low;
  state->v[1] = 362436069u ^ low;
  state->v[2] = 521288629u + high;
  state->v[3] = 88675123u ^ high;
  state->v[4] = 5783321u + low;
  state->normals = {};
  skipahead_sequence(sequence, state);
  skipahead(offset, state);
}

// Philox

namespace simt::detail {

inline uint4 philox(uint4 counter, uint2 key) {
  for (int round = 0; round < 10; ++round) {
    const unsigned long long a = 0xD2511F53ull * counter.x, b = 0xCD9E8D57ull * counter.z;
    counter = make_uint4(
        static_cast<unsigned int>(b >> 32) ^ counter.y ^ key.x, static_cast<unsigned int>(b),
        static_cast<unsigned int>(a >> 32) ^ counter.w ^ key.y, static_cast<unsigned int>(a));
    key.x += 0x9E3779B9u;
    key.y += 0xBB67AE85u;
  }
  return counter;
}

/// Adds n to the counter, or n times 2^64.
inline void advance_philox(curandStatePhilox4_32_10* state, unsigned long long n, bool sequences) {
  using Wide = unsigned __int128;
  const uint4 c = state->ctr;
  Wide counter = static_cast<Wide>(c.w) << 96 | static_cast<Wide>(c.z) << 64 |
                 static_cast<Wide>(c.y) << 32 | c.x;
  counter += static_cast<Wide>(n) << (sequences ? 64 : 0);
  state->ctr = make_uint4(
      static_cast<unsigned int>(counter), static_cast<unsigned int>(counter >> 32),
      static_cast<unsigned int>(counter >> 64), static_cast<unsigned int>(counter >> 96));
  state->output = philox(state->ctr, state->key);
}

inline unsigned int get_word(const uint4& v, unsigned int i) {
  return i == 0 ? v.x : i == 1 ? v.y : i == 2 ? v.z : v.w;
}

}  // namespace simt::detail

inline unsigned int curand(curandStatePhilox4_32_10* state) {
  const unsigned int result = simt::detail::get_word(state->output, state->STATE++);
  if (state->STATE == 4) {
    simt::detail::advance_philox(state, 1, false);
    state->STATE = 0;
  }
  return result;
}
/// The next four numbers.
inline uint4 curand4(curandStatePhilox4_32_10* state) {
  const uint4 now = state->output;
  simt::detail::advance_philox(state, 1, false);
  unsigned int w[4];
  for (unsigned int i = 0; i < 4; ++i) {
    const unsigned int at = state->STATE + i;
    w[i] = at < 4 ? simt::detail::get_word(now, at) : simt::detail::get_word(state->output, at - 4);
  }
  return make_uint4(w[0], w[1], w[2], w[3]);
}
inline void skipahead(unsigned long long n, curandStatePhilox4_32_10* state) {
  state->STATE += n & 3;
  n /= 4;
  if (state->STATE > 3) {
    ++n;
    state->STATE -= 4;
  }
  simt::detail::advance_philox(state, n, false);
}
inline void skipahead_sequence(unsigned long long n, curandStatePhilox4_32_10* state) {
  simt::detail::advance_philox(state, n, true);
}
inline void curand_init(unsigned long long seed, unsigned long long sequence,
                        unsigned long long offset, curandStatePhilox4_32_10* state) {
  state->ctr = make_uint4(0, 0, 0, 0);
  state->key = make_uint2(static_cast<unsigned int>(seed), static_cast<unsigned int>(seed >> 32));
  state->STATE = 0;
  state->normals = {};
  skipahead_sequence(sequence, state);
  skipahead(offset, state);
}

// MRG32k3a

namespace simt::detail {

constexpr unsigned long long mrg_modulus1 = 4294967087ull, mrg_modulus2 = 4294944443ull;

/// A number from 1 to the first modulus.
inline unsigned long long next_mrg(curandStateMRG32k3a* state) {
  unsigned int *const a = state->s1, *const b = state->s2;
  const unsigned long long p1 =
      (1403580ull * a[1] + 810728ull * (mrg_modulus1 - a[0])) % mrg_modulus1;
  const unsigned long long p2 =
      (527612ull * b[2] + 1370589ull * (mrg_modulus2 - b[0])) % mrg_modulus2;
  a[0] = a[1], a[1] = a[2], a[2] = static_cast<unsigned int>(p1);
  b[0] = b[1], b[1] = b[2], b[2] = static_cast<unsigned int>(p2);
  return p1 > p2 ? p1 - p2 : p1 + mrg_modulus1 - p2;
}

inline void advance(curandStateMRG32k3a* state, unsigned long long n, unsigned log_stride) {
  unsigned int a[3], b[3];
  for (int i = 0; i < 3; ++i) a[i] = state->s1[i], b[i] = state->s2[i];
  advance_mrg(a, b, n, log_stride);
  for (int i = 0; i < 3; ++i) state->s1[i] = a[i], state->s2[i] = b[i];
}

}  // namespace simt::detail

inline unsigned int curand(curandStateMRG32k3a* state) {
  return static_cast<unsigned int>(simt::detail::next_mrg(state) * 1.000000048662);
}
inline void skipahead(unsigned long long n, curandStateMRG32k3a* state) {
  simt::detail::advance(state, n, 0);
}
inline void skipahead_subsequence(unsigned long long n, curandStateMRG32k3a* state) {
  simt::detail::advance(state, n, 76);
}
inline void skipahead_sequence(unsigned long long n, curandStateMRG32k3a* state) {
  simt::detail::advance(state, n, 127);
}
inline void curand_init(unsigned long long seed, unsigned long long subsequence,
                        unsigned long long offset, curandStateMRG32k3a* state) {
  const unsigned long long x[2] = {static_cast<unsigned int>(seed) ^ 0x55555555u,
                                   static_cast<unsigned int>(seed >> 32) ^ 0xAAAAAAAAu};
  for (int i = 0; i < 3; ++i) {
    using simt::detail::mrg_modulus1;
    using simt::detail::mrg_modulus2;
    state->s1[i] = seed == 0 ? 12345u : static_cast<unsigned int>(x[i % 2] * 12345 % mrg_modulus1);
    state->s2[i] =
        seed == 0 ? 12345u : static_cast<unsigned int>(x[(i + 1) % 2] * 12345 % mrg_modulus2);
  }
  state->normals = {};
  skipahead_subsequence(subsequence, state);
  skipahead(offset, state);
}

// Distributions

inline float curand_uniform(curandStateXORWOW* s) { return simt::detail::to_uniform(curand(s)); }
inline float curand_uniform(curandStatePhilox4_32_10* s) {
  return simt::detail::to_uniform(curand(s));
}
inline float curand_uniform(curandStateMRG32k3a* s) {
  return static_cast<float>(simt::detail::next_mrg(s) * 2.3283065498378288e-10);
}
inline float4 curand_uniform4(curandStatePhilox4_32_10* s) {
  using simt::detail::to_uniform;
  const uint4 x = curand4(s);
  return make_float4(to_uniform(x.x), to_uniform(x.y), to_uniform(x.z), to_uniform(x.w));
}
inline double curand_uniform_double(curandStateXORWOW* s) {
  const unsigned int x = curand(s), y = curand(s);
  return simt::detail::to_uniform(x, y);
}
/// Uses only 32 random bits.
inline double curand_uniform_double(curandStatePhilox4_32_10* s) {
  return curand(s) * 0x1p-32 + 0x1p-32;
}
inline double curand_uniform_double(curandStateMRG32k3a* s) {
  return simt::detail::next_mrg(s) * 2.3283065498378288e-10;
}
inline double2 curand_uniform2_double(curandStatePhilox4_32_10* s) {
  const uint4 x = curand4(s);
  return make_double2(simt::detail::to_uniform(x.x, x.y), simt::detail::to_uniform(x.z, x.w));
}

inline float2 curand_normal2(curandStateXORWOW* s) {
  const unsigned int x = curand(s), y = curand(s);
  return simt::detail::to_normals(x, y);
}
inline float2 curand_normal2(curandStatePhilox4_32_10* s) {
  const unsigned int x = curand(s), y = curand(s);
  return simt::detail::to_normals(x, y);
}
inline float2 curand_normal2(curandStateMRG32k3a* s) {
  const float x = curand_uniform(s), angle = curand_uniform(s) * 6.2831855f;
  const float radius = sqrtf(-2.0f * logf(x));
  return make_float2(sinf(angle) * radius, cosf(angle) * radius);
}
inline float4 curand_normal4(curandStatePhilox4_32_10* s) {
  const uint4 x = curand4(s);
  const float2 a = simt::detail::to_normals(x.x, x.y), b = simt::detail::to_normals(x.z, x.w);
  return make_float4(a.x, a.y, b.x, b.y);
}
inline double2 curand_normal2_double(curandStateXORWOW* s) {
  const unsigned int a = curand(s), b = curand(s), c = curand(s), d = curand(s);
  return simt::detail::to_normals(a, b, c, d);
}
inline double2 curand_normal2_double(curandStatePhilox4_32_10* s) {
  const uint4 x = curand4(s);
  return simt::detail::to_normals(x.x, x.y, x.z, x.w);
}
inline double2 curand_normal2_double(curandStateMRG32k3a* s) {
  const double x = curand_uniform_double(s), angle = curand_uniform_double(s) * 2;
  const double radius = sqrt(-2.0 * log(x));
  double sine, cosine;
  sincospi(angle, &sine, &cosine);
  return make_double2(sine * radius, cosine * radius);
}

template <class State>
inline float curand_normal(State* s) {
  if ((s->normals.has_float = !s->normals.has_float)) {
    const float2 pair = curand_normal2(s);
    s->normals.spare_float = pair.y;
    return pair.x;
  }
  return s->normals.spare_float;
}
template <class State>
inline double curand_normal_double(State* s) {
  if ((s->normals.has_double = !s->normals.has_double)) {
    const double2 pair = curand_normal2_double(s);
    s->normals.spare_double = pair.y;
    return pair.x;
  }
  return s->normals.spare_double;
}
template <class State>
inline float curand_log_normal(State* s, float mean, float deviation) {
  return expf(mean + deviation * curand_normal(s));
}
template <class State>
inline float2 curand_log_normal2(State* s, float mean, float deviation) {
  const float2 x = curand_normal2(s);
  return make_float2(expf(mean + deviation * x.x), expf(mean + deviation * x.y));
}
template <class State>
inline double curand_log_normal_double(State* s, double mean, double deviation) {
  return exp(mean + deviation * curand_normal_double(s));
}
