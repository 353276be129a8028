// Asynchronous copies: by cuda_pipeline.h, cooperative groups, cuda::pipeline, cuda::barrier and
// inline PTX.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda_pipeline.h>
#include <cuda/barrier>
#include <cuda/pipeline>

#include "expect.h"

namespace cg = cooperative_groups;
using expect::Device;

std::vector<int> numbers(int n) {
  std::vector<int> v(n);
  for (int i = 0; i < n; ++i) v[i] = 3 * i + 1;
  return v;
}

// --- cuda_pipeline.h

__global__ void own_copies(const int4* in, int4* out) {
  __shared__ int4 s[2][64];
  const int t = threadIdx.x;
  __pipeline_memcpy_async(&s[0][t], &in[t], sizeof(int4));
  __pipeline_commit();
  __pipeline_memcpy_async(&s[1][t], &in[64 + t], sizeof(int4), 8);
  __pipeline_commit();
  __pipeline_wait_prior(1);
  const int4 first = s[0][t];
  __pipeline_wait_prior(0);
  out[t] = first;
  out[64 + t] = s[1][t];
}

TEST(CopiesOfAThreadsOwn) {
  const std::vector<int> v = numbers(512);
  Device<int> in(v), out(512);
  own_copies<<<1, 64>>>(reinterpret_cast<int4*>(in.data), reinterpret_cast<int4*>(out.data));
  const auto r = out.get();
  for (int i = 0; i < 256; ++i) EXPECT_EQ(r[i], v[i]);
  for (int i = 256; i < 512; ++i) EXPECT_EQ(r[i], i % 4 < 2 ? v[i] : 0);
}

template <int Stages>
__global__ void staged_sum(int n, const float* in, float* out) {
  __shared__ float s[Stages][128];
  const int t = threadIdx.x, tiles = n / 128;
  for (int k = 0; k < Stages - 1; ++k) {
    if (k < tiles) __pipeline_memcpy_async(&s[k][t], &in[k * 128 + t], sizeof(float));
    __pipeline_commit();
  }
  float sum = 0;
  for (int k = 0; k < tiles; ++k) {
    const int next = k + Stages - 1;
    if (next < tiles)
      __pipeline_memcpy_async(&s[next % Stages][t], &in[next * 128 + t], sizeof(float));
    __pipeline_commit();
    __pipeline_wait_prior(Stages - 1);
    __syncthreads();
    sum += s[k % Stages][127 - t];
    __syncthreads();
  }
  out[t] = sum;
}

TEST(TilesInStages) {
  const int n = 128 * 11;
  std::vector<float> v(n);
  for (int i = 0; i < n; ++i) v[i] = i % 17;
  Device<float> in(v), out(128);
  std::vector<float> expected(128, 0);
  for (int i = 0; i < n; ++i) expected[127 - i % 128] += v[i];
  staged_sum<2><<<1, 128>>>(n, in.data, out.data);
  EXPECT(out.get() == expected);
  staged_sum<4><<<1, 128>>>(n, in.data, out.data);
  EXPECT(out.get() == expected);
}

// --- cooperative groups

__global__ void group_copies(const int* in, int* out, int count) {
  __shared__ int s[300];
  auto block = cg::this_thread_block();
  cg::memcpy_async(block, s, in, sizeof(int) * count);
  cg::wait(block);
  for (int i = threadIdx.x; i < count; i += blockDim.x) out[i] = s[count - 1 - i];
}

TEST(CopiesByABlock) {
  for (const int count : {1, 3, 32, 257, 300}) {
    const std::vector<int> v = numbers(count);
    Device<int> in(v), out(count);
    group_copies<<<1, 96>>>(in.data, out.data, count);
    const auto r = out.get();
    for (int i = 0; i < count; ++i) EXPECT_EQ(r[i], v[count - 1 - i]);
  }
}

__global__ void warps_copies_in_stages(const int* in, int* out, int tiles) {
  __shared__ int s[4][2][32];
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  auto& mine = s[warp.meta_group_rank()];
  const int* from = in + warp.meta_group_rank() * tiles * 32;
  int sum = 0;
  cg::memcpy_async(warp, mine[0], 32, from, 32);
  for (int k = 0; k < tiles; ++k) {
    if (k + 1 < tiles) {
      cg::memcpy_async(warp, mine[(k + 1) % 2], from + (k + 1) * 32, cuda::aligned_size_t<16>(128));
      cg::wait_prior<1>(warp);
    } else {
      cg::wait(warp);
    }
    sum += mine[k % 2][warp.thread_rank() ^ 1];
    warp.sync();
  }
  out[threadIdx.x] = sum;
}

TEST(CopiesByWarpsInStages) {
  const int tiles = 5;
  const std::vector<int> v = numbers(4 * tiles * 32);
  Device<int> in(v), out(128);
  warps_copies_in_stages<<<1, 128>>>(in.data, out.data, tiles);
  const auto r = out.get();
  for (int t = 0; t < 128; ++t) {
    int sum = 0;
    for (int k = 0; k < tiles; ++k) sum += v[t / 32 * tiles * 32 + k * 32 + (t % 32 ^ 1)];
    EXPECT_EQ(r[t], sum);
  }
}

__global__ void back_to_global(int* out) {
  __shared__ int s[64];
  auto block = cg::this_thread_block();
  s[threadIdx.x] = threadIdx.x * threadIdx.x;
  block.sync();
  cg::memcpy_async(block, out, s, sizeof s);
  cg::wait(block);
}

TEST(CopiesOutOfSharedMemory) {
  Device<int> out(64);
  back_to_global<<<1, 64>>>(out.data);
  const auto r = out.get();
  for (int i = 0; i < 64; ++i) EXPECT_EQ(r[i], i * i);
}

// --- cuda::pipeline

__global__ void own_pipeline(const int* in, int* out, int tiles) {
  __shared__ int s[2][64];
  auto pipe = cuda::make_pipeline();
  int sum = 0;
  for (int fetch = 0, k = 0; k < tiles; ++k) {
    for (; fetch < tiles && fetch < k + 2; ++fetch) {
      pipe.producer_acquire();
      cuda::memcpy_async(&s[fetch % 2][threadIdx.x], &in[fetch * 64 + threadIdx.x], sizeof(int),
                         pipe);
      pipe.producer_commit();
    }
    pipe.consumer_wait();
    __syncthreads();
    sum += s[k % 2][63 - threadIdx.x];
    __syncthreads();
    pipe.consumer_release();
  }
  out[threadIdx.x] = sum;
}

template <int Stages>
__global__ void blocks_pipeline(const int* in, int* out, int tiles) {
  __shared__ int s[Stages][64];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, Stages> state;
  auto block = cg::this_thread_block();
  auto pipe = cuda::make_pipeline(block, &state);
  int sum = 0;
  for (int fetch = 0, k = 0; k < tiles; ++k) {
    for (; fetch < tiles && fetch < k + Stages; ++fetch) {
      pipe.producer_acquire();
      cuda::memcpy_async(block, s[fetch % Stages], in + fetch * 64, sizeof(int) * 64, pipe);
      pipe.producer_commit();
    }
    pipe.consumer_wait();
    sum += s[k % Stages][63 - threadIdx.x];
    pipe.consumer_release();
  }
  out[threadIdx.x] = sum;
}

// A warp fetches, the others add up.
__global__ void parted_pipeline(const int* in, int* out, int tiles) {
  __shared__ int s[2][64];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  auto block = cg::this_thread_block();
  const bool produces = threadIdx.x < 32;
  auto pipe = cuda::make_pipeline(
      block, &state, produces ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer);
  if (produces) {
    for (int k = 0; k < tiles; ++k) {
      pipe.producer_acquire();
      for (int i = threadIdx.x; i < 64; i += 32)
        cuda::memcpy_async(&s[k % 2][i], &in[k * 64 + i], sizeof(int), pipe);
      pipe.producer_commit();
    }
  } else {
    int sum = 0;
    const int t = threadIdx.x - 32;
    for (int k = 0; k < tiles; ++k) {
      pipe.consumer_wait();
      sum += s[k % 2][63 - t];
      pipe.consumer_release();
    }
    out[t] = sum;
  }
}

TEST(Pipelines) {
  const int tiles = 9;
  const std::vector<int> v = numbers(64 * tiles);
  std::vector<int> expected(64, 0);
  for (int i = 0; i < 64 * tiles; ++i) expected[63 - i % 64] += v[i];
  Device<int> in(v), out(64);
  own_pipeline<<<1, 64>>>(in.data, out.data, tiles);
  EXPECT(out.get() == expected);
  blocks_pipeline<1><<<1, 64>>>(in.data, out.data, tiles);
  EXPECT(out.get() == expected);
  blocks_pipeline<3><<<1, 64>>>(in.data, out.data, tiles);
  EXPECT(out.get() == expected);
  parted_pipeline<<<1, 96>>>(in.data, out.data, tiles);
  EXPECT(out.get() == expected);
}

// --- cuda::barrier

__global__ void barrier_copies(const int* in, int* out, int rounds) {
  __shared__ int s[128];
#ifdef __CUDACC__
#pragma nv_diag_suppress static_var_with_dynamic_init
#endif
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  auto block = cg::this_thread_block();
  if (block.thread_rank() == 0) init(&bar, block.size());
  block.sync();
  int sum = 0;
  for (int k = 0; k < rounds; ++k) {
    cuda::memcpy_async(block, s, in + 128 * k, cuda::aligned_size_t<16>(sizeof s), bar);
    bar.arrive_and_wait();
    sum += s[127 - threadIdx.x];
    auto token = bar.arrive();
    bar.wait(std::move(token));
  }
  out[threadIdx.x] = sum;
}

TEST(CopiesBoundToABarrier) {
  const int rounds = 4;
  const std::vector<int> v = numbers(128 * rounds);
  std::vector<int> expected(128, 0);
  for (int i = 0; i < 128 * rounds; ++i) expected[127 - i % 128] += v[i];
  Device<int> in(v), out(128);
  barrier_copies<<<2, 128>>>(in.data, out.data, rounds);
  EXPECT(out.get() == expected);
}

// Two halves of a block hand a value back and forth, each with a barrier of its own.
__global__ void ping_pong(int rounds, int* out) {
  __shared__ cuda::barrier<cuda::thread_scope_block> full, empty;
  __shared__ int box;
  if (threadIdx.x == 0) {
    init(&full, 64);
    init(&empty, 64);
  }
  __syncthreads();
  int sum = 0;
  for (int k = 0; k < rounds; ++k) {
    if (threadIdx.x < 32) {
      if (k > 0) empty.arrive_and_wait();
      if (threadIdx.x == k % 32) box = 10 * k;
      full.arrive_and_wait();
    } else {
      full.arrive_and_wait();
      sum += box;
      if (k + 1 < rounds) empty.arrive_and_wait();
    }
  }
  out[threadIdx.x] = sum;
}

TEST(BarriersOfTwoHalves) {
  Device<int> out(64);
  ping_pong<<<1, 64>>>(7, out.data);
  const auto r = out.get();
  for (int t = 0; t < 64; ++t) EXPECT_EQ(r[t], t < 32 ? 0 : 210);
}

__global__ void drop_out(int* out) {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  __shared__ int rounds[64];
  if (threadIdx.x == 0) init(&bar, 64);
  rounds[threadIdx.x] = 0;
  __syncthreads();
  for (int k = 0; k < 4; ++k) {
    if (threadIdx.x / 16 == static_cast<unsigned>(k)) {
      bar.arrive_and_drop();
      break;
    }
    bar.arrive_and_wait();
    ++rounds[threadIdx.x];
  }
  out[threadIdx.x] = rounds[threadIdx.x];
}

TEST(ThreadsThatDropOutOfABarrier) {
  Device<int> out(64);
  drop_out<<<1, 64>>>(out.data);
  const auto r = out.get();
  for (int t = 0; t < 64; ++t) EXPECT_EQ(r[t], t / 16);
}

// --- inline PTX

__device__ unsigned shared_address(const void* p) {
  return static_cast<unsigned>(__cvta_generic_to_shared(p));
}

__global__ void ptx_copies(const float* in, float* out) {
  __shared__ alignas(16) float s[4][128];
  const unsigned t = threadIdx.x;
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(shared_address(&s[0][t])),
               "l"(in + t));
  if (t < 32)
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(shared_address(&s[1][4 * t])),
                 "l"(in + 128 + 4 * t));
  asm volatile("cp.async.commit_group;");
  asm volatile(
      "cp.async.ca.shared.global [%0], [%1], 8, %2;" ::"r"(shared_address(&s[2][2 * (t % 64)])),
      "l"(in + 256 + 2 * (t % 64)), "r"(t % 2 == 0 ? 8 : 4));
  asm volatile("cp.async.commit_group;");
  asm volatile("cp.async.wait_group %0;" ::"n"(1));
  __syncthreads();
  out[t] = s[0][127 - t];
  out[128 + t] = s[1][127 - t];
  asm volatile("cp.async.wait_all;");
  __syncthreads();
  if (t < 64) {
    out[256 + 2 * t] = s[2][2 * t];
    out[257 + 2 * t] = s[2][2 * t + 1];
  }
}

TEST(CopiesByInstructions) {
  std::vector<float> v(384);
  for (int i = 0; i < 384; ++i) v[i] = i + 0.5f;
  Device<float> in(v), out(384);
  ptx_copies<<<1, 128>>>(in.data, out.data);
  const auto r = out.get();
  for (int i = 0; i < 128; ++i) {
    EXPECT_EQ(r[i], v[127 - i]);
    EXPECT_EQ(r[128 + i], v[255 - i]);
    EXPECT_EQ(r[256 + i], i % 4 == 3 ? 0 : v[256 + i]);
  }
}

__global__ void ptx_barrier(const int* in, int* out) {
  __shared__ alignas(8) unsigned long long bar;
  __shared__ alignas(16) int s[128];
  const unsigned b = shared_address(&bar), t = threadIdx.x;
  if (t == 0) asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(b), "r"(128));
  __syncthreads();
  for (int k = 0; k < 3; ++k) {
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(shared_address(&s[t])),
                 "l"(in + 128 * k + t));
    asm volatile("cp.async.mbarrier.arrive.noinc.shared.b64 [%0];" ::"r"(b));
    int done = 0;
    while (!done)
      asm volatile(
          "{ .reg .pred p; mbarrier.test_wait.parity.shared.b64 p, [%1], %2; selp.b32 %0, 1, 0, p; "
          "}"
          : "=r"(done)
          : "r"(b), "r"(k & 1));
    out[128 * k + t] = s[127 - t];
    __syncthreads();
  }
}

TEST(BarrierObjectsByInstructions) {
  const std::vector<int> v = numbers(384);
  Device<int> in(v), out(384);
  ptx_barrier<<<1, 128>>>(in.data, out.data);
  const auto r = out.get();
  for (int k = 0; k < 3; ++k)
    for (int t = 0; t < 128; ++t) EXPECT_EQ(r[128 * k + t], v[128 * k + 127 - t]);
}

__global__ void bulk_copies(const int* in, int* out, int n) {
  __shared__ alignas(16) int s[256];
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  if (threadIdx.x == 0) init(&bar, blockDim.x);
  __syncthreads();
  cuda::barrier<cuda::thread_scope_block>::arrival_token token;
#if __CUDA_ARCH__ >= 900
  if (threadIdx.x == 0) {
    asm volatile("fence.proxy.async.shared::cta;");
    asm volatile(
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::
            "r"(shared_address(s)),
        "l"(in), "r"(n * 4), "r"(shared_address(cuda::device::barrier_native_handle(bar)))
        : "memory");
    token = cuda::device::barrier_arrive_tx(bar, 1, n * 4);
  } else {
    token = bar.arrive();
  }
#else
  token = bar.arrive();
#endif
  bar.wait(std::move(token));
  for (int i = threadIdx.x; i < n; i += blockDim.x) s[i] += 1;
#if __CUDA_ARCH__ >= 900
  asm volatile("fence.proxy.async.shared::cta;");
  __syncthreads();
  if (threadIdx.x == 0) {
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(out),
                 "r"(shared_address(s)), "r"(n * 4)
                 : "memory");
    asm volatile("cp.async.bulk.commit_group;");
    asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
  }
#endif
}

TEST(CopiesInBulk) {
  int major = 0, device = 0;
  cudaGetDevice(&device);
  cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device);
  if (major < 9) return;
  const std::vector<int> v = numbers(256);
  Device<int> in(v), out(256);
  bulk_copies<<<1, 64>>>(in.data, out.data, 256);
  const auto r = out.get();
  for (int i = 0; i < 256; ++i) EXPECT_EQ(r[i], v[i] + 1);
}
