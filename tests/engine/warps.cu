// Warp collectives: shuffles, votes, match, reduce, __syncwarp, partial warps, divergence.
#include "expect.h"

using expect::Device;

constexpr unsigned full = 0xffffffffu;

template <class T>
__global__ void shuffles(T* out, int width) {
  const int lane = threadIdx.x % 32;
  const T v = static_cast<T>(lane * 3 + 1);
  T* o = out + threadIdx.x * 4;
  o[0] = __shfl_sync(full, v, lane + 5, width);
  o[1] = __shfl_up_sync(full, v, 3, width);
  o[2] = __shfl_down_sync(full, v, 3, width);
  o[3] = __shfl_xor_sync(full, v, 5, width);
}

template <class T>
void check_shuffles() {
  for (const int width : {32, 16, 8, 4, 2, 1}) {
    Device<T> out(64 * 4);
    shuffles<T><<<1, 64>>>(out.data, width);
    const std::vector<T> r = out.get();
    for (int t = 0; t < 64; ++t) {
      const int lane = t % 32, first = lane / width * width;
      const auto value = [](int l) { return static_cast<T>(l * 3 + 1); };
      EXPECT_EQ(r[t * 4], value(first + (lane + 5) % width));
      EXPECT_EQ(r[t * 4 + 1], value(lane - 3 >= first ? lane - 3 : lane));
      EXPECT_EQ(r[t * 4 + 2], value(lane + 3 < first + width ? lane + 3 : lane));
      const int x = lane ^ 5;
      EXPECT_EQ(r[t * 4 + 3], value(x < first + width ? x : lane));
    }
  }
}

TEST(ShufflesOfEveryTypeAndWidth) {
  check_shuffles<int>();
  check_shuffles<unsigned>();
  check_shuffles<float>();
  check_shuffles<double>();
  check_shuffles<long long>();
  check_shuffles<unsigned long long>();
}

__global__ void warp_sums(const double* in, double* out) {
  double v = in[blockIdx.x * blockDim.x + threadIdx.x];
  for (int k = 16; k > 0; k /= 2) v += __shfl_down_sync(full, v, k);
  if (threadIdx.x % 32 == 0) out[(blockIdx.x * blockDim.x + threadIdx.x) / 32] = v;
}

TEST(SumsByShuffles) {
  std::vector<double> in(32 * 32 * 2);
  for (std::size_t i = 0; i < in.size(); ++i) in[i] = static_cast<double>(i % 97);
  Device<double> d(in), out(64);
  warp_sums<<<2, 1024>>>(d.data, out.data);
  const std::vector<double> r = out.get();
  for (int w = 0; w < 64; ++w) {
    double sum = 0;
    for (int i = 0; i < 32; ++i) sum += in[w * 32 + i];
    EXPECT_EQ(r[w], sum);
  }
}

__global__ void vote(unsigned* out) {
  const unsigned t = threadIdx.x, lane = t % 32;
  out[t * 6] = __ballot_sync(full, lane % 3 == 0);
  out[t * 6 + 1] = __any_sync(full, t == 40);
  out[t * 6 + 2] = __all_sync(full, t < 32);
  // Even and odd lanes vote among themselves, with different masks at one place.
  const unsigned mine = lane % 2 ? 0xaaaaaaaau : 0x55555555u;
  out[t * 6 + 3] = __ballot_sync(mine, lane < 10);
  out[t * 6 + 4] = __match_any_sync(full, static_cast<int>(lane % 5));
  int same = -1;
  out[t * 6 + 5] = __match_all_sync(full, t / 32 == 0 ? 7 : static_cast<int>(lane), &same);
  if ((same != 0) != (t < 32)) out[t * 6 + 5] = 12345;
}

TEST(Votes) {
  Device<unsigned> out(64 * 6);
  vote<<<1, 64>>>(out.data);
  const std::vector<unsigned> r = out.get();
  for (unsigned t = 0; t < 64; ++t) {
    const unsigned lane = t % 32;
    unsigned thirds = 0, fifth = 0;
    for (unsigned l = 0; l < 32; ++l) {
      if (l % 3 == 0) thirds |= 1u << l;
      if (l % 5 == lane % 5) fifth |= 1u << l;
    }
    EXPECT_EQ(r[t * 6], thirds);
    EXPECT_EQ(r[t * 6 + 1], unsigned(t >= 32));
    EXPECT_EQ(r[t * 6 + 2], unsigned(t < 32));
    EXPECT_EQ(r[t * 6 + 3], 0x3ffu & (lane % 2 ? 0xaaaaaaaau : 0x55555555u));
    EXPECT_EQ(r[t * 6 + 4], fifth);
    EXPECT_EQ(r[t * 6 + 5], t < 32 ? full : 0u);
  }
}

__global__ void reduces(int* out, unsigned* uout) {
  const int v = static_cast<int>(threadIdx.x) * 5 - 60;
  const unsigned u = threadIdx.x + 3;
  const int r[] = {__reduce_add_sync(full, v), __reduce_min_sync(full, v),
                   __reduce_max_sync(full, v)};
  const unsigned ur[] = {__reduce_add_sync(full, u), __reduce_min_sync(full, u),
                         __reduce_max_sync(full, u), __reduce_and_sync(full, u | 64),
                         __reduce_or_sync(full, u),  __reduce_xor_sync(full, u)};
  if (threadIdx.x == 9) {
    for (int i = 0; i < 3; ++i) out[i] = r[i];
    for (int i = 0; i < 6; ++i) uout[i] = ur[i];
  }
}

TEST(Reductions) {
  Device<int> out(3);
  Device<unsigned> uout(6);
  reduces<<<1, 32>>>(out.data, uout.data);
  int sum = 0;
  unsigned usum = 0, uand = full, uor = 0, uxor = 0;
  for (unsigned t = 0; t < 32; ++t) {
    sum += static_cast<int>(t) * 5 - 60;
    usum += t + 3;
    uand &= (t + 3) | 64;
    uor |= t + 3;
    uxor ^= t + 3;
  }
  const std::vector<int> r = out.get();
  const std::vector<unsigned> u = uout.get();
  EXPECT_EQ(r[0], sum);
  EXPECT_EQ(r[1], -60);
  EXPECT_EQ(r[2], 95);
  EXPECT_EQ(u[0], usum);
  EXPECT_EQ(u[1], 3u);
  EXPECT_EQ(u[2], 34u);
  EXPECT_EQ(u[3], uand);
  EXPECT_EQ(u[4], uor);
  EXPECT_EQ(u[5], uxor);
}

// A block whose last warp is not full, and lanes that have ended: a full mask waits for neither.
__global__ void partial(int* out) {
  if (threadIdx.x == 3) return;
  const unsigned m = __ballot_sync(threadIdx.x < 32 ? full & ~8u : 0xffu, 1);
  int v = __shfl_sync(m, static_cast<int>(threadIdx.x) * 2, 1);
  __syncwarp(m);
  out[threadIdx.x] = v + static_cast<int>(__popc(m)) * 1000;
}

TEST(PartialWarps) {
  std::vector<int> zero(40, 0);
  Device<int> out(zero);
  partial<<<1, 40>>>(out.data);
  const std::vector<int> r = out.get();
  for (int t = 0; t < 40; ++t) EXPECT_EQ(r[t], t == 3 ? 0 : t < 32 ? 31002 : 8066);
}

// Lanes of a divided warp use disjoint masks at different places, some more often than others.
__global__ void divergent(int* out) {
  const int lane = threadIdx.x;
  int v = lane;
  if (lane < 8) {
    for (int i = 0; i < 5; ++i) v += __shfl_xor_sync(0xffu, v, 1);
  } else if (lane < 24) {
    v = __shfl_down_sync(0x00ffff00u, v, 1, 8);
  } else {
    __syncwarp(0xff000000u);
  }
  __syncwarp();
  out[lane] = __shfl_sync(full, v, 31 - lane);
}

TEST(DivergentMasks) {
  Device<int> out(32);
  divergent<<<1, 32>>>(out.data);
  int v[32];
  for (int l = 0; l < 32; ++l) v[l] = l;
  for (int i = 0; i < 5; ++i) {
    int w[8];
    for (int l = 0; l < 8; ++l) w[l] = v[l] + v[l ^ 1];
    for (int l = 0; l < 8; ++l) v[l] = w[l];
  }
  for (int l = 8; l < 24; ++l) v[l] = l % 8 == 7 ? l : l + 1;
  const std::vector<int> r = out.get();
  for (int l = 0; l < 32; ++l) EXPECT_EQ(r[l], v[31 - l]);
}

// Exchange through shared memory within a warp, ordered by __syncwarp alone.
__global__ void exchange(int* out) {
  __shared__ volatile int s[64];
  const int t = threadIdx.x;
  int v = t;
  for (int i = 0; i < 10; ++i) {
    s[t] = v;
    __syncwarp();
    v = s[t / 32 * 32 + (t + 1) % 32];
    __syncwarp();
  }
  out[t] = v;
}

TEST(SyncwarpOrdersSharedMemory) {
  Device<int> out(64);
  exchange<<<1, 64>>>(out.data);
  const std::vector<int> r = out.get();
  for (int t = 0; t < 64; ++t) EXPECT_EQ(r[t], t / 32 * 32 + (t + 10) % 32);
}

// One atomic for the lanes that take a branch: the pattern that __activemask is for.
__global__ void aggregated(const int* in, int* counter, int* slots) {
  const int lane = threadIdx.x % 32;
  if (in[threadIdx.x]) {
    const unsigned m = __activemask();
    const int leader = __ffs(m) - 1;
    int base = 0;
    if (lane == leader) base = atomicAdd(counter, __popc(m));
    base = __shfl_sync(m, base, leader);
    slots[base + __popc(m & ((1u << lane) - 1))] = threadIdx.x;
  }
}

TEST(AggregatedAtomics) {
  std::vector<int> in(256), seen(256, 0);
  int expected = 0;
  for (int i = 0; i < 256; ++i) expected += in[i] = i % 3 == 1;
  Device<int> d(in), counter(std::vector<int>(1, 0)), slots(std::vector<int>(256, -1));
  aggregated<<<1, 256>>>(d.data, counter.data, slots.data);
  EXPECT_EQ(counter.get()[0], expected);
  const std::vector<int> s = slots.get();
  for (int i = 0; i < expected; ++i) {
    EXPECT(s[i] >= 0 && s[i] < 256);
    if (s[i] >= 0) ++seen[s[i]];
  }
  for (int i = 0; i < 256; ++i) EXPECT_EQ(seen[i], in[i]);
}

__global__ void full_activemask(unsigned* out) { out[threadIdx.x] = __activemask(); }

TEST(ActivemaskOfAWholeWarp) {
  Device<unsigned> out(48);
  full_activemask<<<1, 48>>>(out.data);
  const std::vector<unsigned> r = out.get();
  for (int t = 0; t < 48; ++t) EXPECT_EQ(r[t], t < 32 ? full : 0xffffu);
}
