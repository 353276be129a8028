#include "dot.h"

#include <cuda_runtime.h>

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstdlib>

inline void check(cudaError_t error, const char* call, const char* file, int line) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "%s:%d: %s: %s\n", file, line, call, cudaGetErrorString(error));
  std::abort();
}
#define CHECK(call) check((call), #call, __FILE__, __LINE__)

void dot_mutex(int n, const real* A, const real* B, real* result, int block_size) {}
void dot_atomic(int n, const real* A, const real* B, real* result, int block_size) {}
void dot_shuffle(int n, const real* A, const real* B, real* result, int block_size) {}

// Task 4: 16 bytes a load, one launch. The block that is the last to finish adds up the sums of
// all blocks (as in the sample threadFenceReduction).

constexpr int best_threads = 256;
constexpr int most_blocks = 1024;

__device__ real sums_of_blocks[most_blocks];
__device__ unsigned int finished = 0;

__device__ __forceinline__ real product(float4 a, float4 b) {
  return a.x * b.x + a.y * b.y + (a.z * b.z + a.w * b.w);
}
__device__ __forceinline__ real product(double2 a, double2 b) { return a.x * b.x + a.y * b.y; }

template <typename T> struct Pack { using type = float4; };
template <> struct Pack<double> { using type = double2; };
using pack = Pack<real>::type;
constexpr int pack_size = sizeof(pack) / sizeof(real);

/// The sum over the block, in thread 0.
__device__ real block_sum(real value) {
  __shared__ real of_warps[best_threads / 32];
  const int lane = threadIdx.x % 32;
  const int warp = threadIdx.x / 32;
  for (int d = 16; d > 0; d /= 2) value += __shfl_down_sync(0xffffffffu, value, d);
  __syncthreads();  // a second call must not overwrite what the first one still reads
  if (lane == 0) of_warps[warp] = value;
  __syncthreads();
  if (warp == 0) {
    value = lane < best_threads / 32 ? of_warps[lane] : real(0);
    for (int d = 16; d > 0; d /= 2) value += __shfl_down_sync(0xffffffffu, value, d);
  }
  return value;
}

__global__ void __launch_bounds__(best_threads) best_kernel(int n, const real* A, const real* B,
                                                            real* result) {
  const pack* a = reinterpret_cast<const pack*>(A);
  const pack* b = reinterpret_cast<const pack*>(B);
  const long long packs = n / pack_size;
  const long long stride = (long long)gridDim.x * blockDim.x;
  long long q = (long long)blockIdx.x * blockDim.x + threadIdx.x;

  // Two packs of each vector at a time, so that four loads are on their way.
  real sum0 = 0, sum1 = 0;
  for (; q + stride < packs; q += 2 * stride) {
    const pack a0 = a[q], a1 = a[q + stride];
    const pack b0 = b[q], b1 = b[q + stride];
    sum0 += product(a0, b0);
    sum1 += product(a1, b1);
  }
  if (q < packs) sum0 += product(a[q], b[q]);

  // what is left behind the last pack
  const int rest = n % pack_size;
  if (threadIdx.x < rest) {
    const int i = n - rest + threadIdx.x;
    sum1 += A[i] * B[i];
  }

  const real sum = block_sum(sum0 + sum1);

  __shared__ bool last;
  if (threadIdx.x == 0) {
    sums_of_blocks[blockIdx.x] = sum;
    __threadfence();
    last = atomicAdd(&finished, 1u) == gridDim.x - 1;
  }
  __syncthreads();
  if (!last) return;

  __threadfence();
  real total = 0;
  for (int k = threadIdx.x; k < gridDim.x; k += blockDim.x) total += sums_of_blocks[k];
  total = block_sum(total);
  if (threadIdx.x == 0) {
    *result = total;
    finished = 0;
  }
}

void dot_best(int n, const real* A, const real* B, real* result) {
  int device = 0, processors = 0;
  CHECK(cudaGetDevice(&device));
  CHECK(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device));
  const int needed = n / (best_threads * pack_size) + 1;
  const int blocks = std::min({needed, 6 * processors, most_blocks});
  best_kernel<<<blocks, best_threads>>>(n, A, B, result);
  CHECK(cudaGetLastError());
}
