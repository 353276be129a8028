// cuRAND's generators in kernels: the first and the tenth number of sequences, as NVIDIA's library
// (13.0) gives them.
#include "expect.h"

#include <curand_kernel.h>

#include <cmath>

using expect::Device;

struct Known {
  unsigned long long seed, sequence, offset;
  unsigned int first, tenth;
};

template <class State>
__global__ void numbers(const Known* known, unsigned int* out) {
  const Known k = known[threadIdx.x];
  State state;
  curand_init(k.seed, k.sequence, k.offset, &state);
  out[2 * threadIdx.x] = curand(&state);
  for (int i = 0; i < 8; ++i) curand(&state);
  out[2 * threadIdx.x + 1] = curand(&state);
}

template <class State>
void expect_known(const std::vector<Known>& known) {
  Device<Known> in(known);
  Device<unsigned int> out(2 * known.size());
  numbers<State><<<1, static_cast<unsigned>(known.size())>>>(in.data, out.data);
  const std::vector<unsigned int> got = out.get();
  for (std::size_t i = 0; i < known.size(); ++i) {
    EXPECT_EQ(got[2 * i], known[i].first);
    EXPECT_EQ(got[2 * i + 1], known[i].tenth);
  }
}

TEST(Xorwow) {
  expect_known<curandStateXORWOW_t>({
      {0u, 0u, 0u, 0xbd7f03b6u, 0x30139a4bu},
      {1234u, 0u, 0u, 0x253d5e15u, 0x5de5c108u},
      {1234u, 1023u, 0u, 0x7c306092u, 0x5c74e79du},
      {1234u, 5u, 1000000007u, 0x10a36c93u, 0xd441fc01u},
      {81985529216486895u, 4096u, 3u, 0xe38b09b5u, 0xeedf8c9du},
      {42u, 1099511627783u, 1125899906842633u, 0x98b13bd8u, 0x3aede788u},
  });
}

TEST(Philox) {
  expect_known<curandStatePhilox4_32_10_t>({
      {0u, 0u, 0u, 0x6627e8d5u, 0x51c732a6u},
      {1234u, 0u, 1u, 0xda7cf0abu, 0xcc170b27u},
      {1234u, 5u, 1000000007u, 0xe3c84dcau, 0x874a9b84u},
      {42u, 1099511627783u, 1125899906842633u, 0x58397688u, 0xf58bcd3cu},
  });
}

TEST(Mrg32k3a) {
  expect_known<curandStateMRG32k3a_t>({
      {0u, 0u, 0u, 0x2083cd07u, 0xc17f883fu},
      {1234u, 1023u, 0u, 0x92e4d456u, 0x747dc831u},
      {1234u, 5u, 1000000007u, 0x3e36fe1fu, 0x90483f68u},
  });
}

__global__ void normals(float* out) {
  curandState state;
  curand_init(7, blockIdx.x * blockDim.x + threadIdx.x, 0, &state);
  float sum = 0, squares = 0;
  for (int i = 0; i < 100; ++i) {
    const float x = curand_normal(&state);
    sum += x;
    squares += x * x;
  }
  atomicAdd(&out[0], sum);
  atomicAdd(&out[1], squares);
}

TEST(NormalNumbersHaveTheirMoments) {
  Device<float> out(std::vector<float>(2));
  normals<<<8, 128>>>(out.data);
  const std::vector<float> r = out.get();
  const int n = 8 * 128 * 100;
  EXPECT_EQ(std::fabs(r[0] / n) < 0.01f, true);
  EXPECT_EQ(std::fabs(r[1] / n - 1) < 0.02f, true);
}
