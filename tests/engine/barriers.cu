// __syncthreads and its kin.
#include "expect.h"

using expect::Device;

__global__ void tree_sum(int n, const int* in, int* out) {
  extern __shared__ int s[];
  const unsigned t = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  const unsigned threads = blockDim.x * blockDim.y * blockDim.z;
  int sum = 0;
  for (int i = t; i < n; i += threads) sum += in[i];
  s[t] = sum;
  __syncthreads();
  for (unsigned active = threads; active > 1;) {
    const unsigned half = (active + 1) / 2;
    if (t + half < active) s[t] += s[t + half];
    active = half;
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = s[0];
}

TEST(SumsInSharedMemoryForEveryBlockShape) {
  const int n = 5000;
  std::vector<int> in(n);
  long long sum = 0;
  for (int i = 0; i < n; ++i) sum += in[i] = (i * 7919) % 1001 - 300;
  Device<int> d(in), out(3);
  const dim3 shapes[] = {{1},      {2},       {31},       {32},      {33},
                         {64},     {100},     {255},      {1024},    {8, 8},
                         {32, 32}, {5, 7, 3}, {4, 4, 64}, {1, 1024}, {1, 1, 64}};
  for (const dim3& shape : shapes) {
    const unsigned threads = shape.x * shape.y * shape.z;
    tree_sum<<<3, shape, threads * sizeof(int)>>>(n, d.data, out.data);
    for (int r : out.get()) EXPECT_EQ(r, sum);
  }
}

// Each thread hands its number to the next one, many times: any missing or doubled barrier shows.
__global__ void rotate(int rounds, int* out) {
  __shared__ int box[256];
  int mine = threadIdx.x;
  for (int i = 0; i < rounds; ++i) {
    box[(threadIdx.x + 1) % blockDim.x] = mine;
    __syncthreads();
    mine = box[threadIdx.x];
    __syncthreads();
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = mine;
}

TEST(PassesValuesRoundABlock) {
  const int threads = 256, rounds = 777, blocks = 5;
  Device<int> out(threads * blocks);
  rotate<<<blocks, threads>>>(rounds, out.data);
  const std::vector<int> r = out.get();
  for (int i = 0; i < threads * blocks; ++i)
    EXPECT_EQ(r[i], ((i % threads) - rounds % threads + threads) % threads);
}

__global__ void early_exit(int* out) {
  __shared__ int s[128];
  if (threadIdx.x >= 100) return;
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = s[99 - threadIdx.x];
}

TEST(ThreadsThatHaveEndedAreNotWaitedFor) {
  Device<int> out(100);
  early_exit<<<1, 128>>>(out.data);
  const std::vector<int> r = out.get();
  for (int i = 0; i < 100; ++i) EXPECT_EQ(r[i], 99 - i);
}

__global__ void votes(int* counts, int* ands, int* ors) {
  const int t = threadIdx.x;
  for (int i = 0; i < 8; ++i) {
    const int c = __syncthreads_count(t % (i + 1) == 0);
    const int a = __syncthreads_and(t < 90 + i * 4);
    const int o = __syncthreads_or(t == 40 * i);
    if (t == i) {
      counts[i] = c;
      ands[i] = a != 0;
      ors[i] = o != 0;
    }
  }
}

TEST(BarriersThatCount) {
  Device<int> counts(8), ands(8), ors(8);
  votes<<<1, 100>>>(counts.data, ands.data, ors.data);
  const std::vector<int> c = counts.get(), a = ands.get(), o = ors.get();
  for (int i = 0; i < 8; ++i) {
    EXPECT_EQ(c[i], (100 + i) / (i + 1));
    EXPECT_EQ(a[i], int(90 + i * 4 >= 100));
    EXPECT_EQ(o[i], int(40 * i < 100));
  }
}

// The two sides of a branch may meet at different barriers of the same block (one barrier unit).
__global__ void branches(int* out) {
  __shared__ int s[64];
  s[threadIdx.x] = threadIdx.x;
  if (threadIdx.x < 32)
    __syncthreads();
  else
    __syncthreads();
  out[threadIdx.x] = s[63 - threadIdx.x];
}

TEST(WarpsMeetAtDifferentBarriers) {
  Device<int> out(64);
  branches<<<1, 64>>>(out.data);
  const std::vector<int> r = out.get();
  for (int i = 0; i < 64; ++i) EXPECT_EQ(r[i], 63 - i);
}

__device__ int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }

__global__ void deep(int* out) {
  __shared__ int s[32];
  s[threadIdx.x] = fibonacci(threadIdx.x % 6);
  __syncthreads();
  double local[40];
  for (int i = 0; i < 40; ++i) local[i] = i * threadIdx.x;
  __syncthreads();
  double sum = 0;
  for (int i = 0; i < 40; ++i) sum += local[(i + threadIdx.x) % 40];
  __syncthreads();
  out[threadIdx.x] = s[31 - threadIdx.x] * 100000 + static_cast<int>(sum);
}

TEST(LocalsSurviveBarriers) {
  Device<int> out(32);
  deep<<<1, 32>>>(out.data);
  const std::vector<int> r = out.get();
  const int f[] = {0, 1, 1, 2, 3, 5};
  for (int i = 0; i < 32; ++i) EXPECT_EQ(r[i], f[(31 - i) % 6] * 100000 + 780 * i);
}
