#include "dot.h"

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

#define CHECK(call)                                                              \
  {                                                                              \
    const cudaError_t e = call;                                                  \
    if (e != cudaSuccess) {                                                      \
      fprintf(stderr, "%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(e));  \
      abort();                                                                   \
    }                                                                            \
  }

void dot_mutex(int n, const real* A, const real* B, real* result, int block_size) {}
void dot_atomic(int n, const real* A, const real* B, real* result, int block_size) {}
void dot_shuffle(int n, const real* A, const real* B, real* result, int block_size) {}

// ---- task 4 ----

// like float4, but it works for double as well
struct alignas(4 * sizeof(real)) Vec4 {
  real x, y, z, w;
};

__device__ real warp_sum(real v) {
  v += __shfl_down_sync(0xffffffffu, v, 16);
  v += __shfl_down_sync(0xffffffffu, v, 8);
  v += __shfl_down_sync(0xffffffffu, v, 4);
  v += __shfl_down_sync(0xffffffffu, v, 2);
  v += __shfl_down_sync(0xffffffffu, v, 1);
  return v;
}

constexpr int best_threads = 512;
constexpr int best_warps = best_threads / 32;

__global__ void best_kernel(int n, const real* A, const real* B, real* result) {
  __shared__ real warps[best_warps];
  const Vec4* A4 = reinterpret_cast<const Vec4*>(A);
  const Vec4* B4 = reinterpret_cast<const Vec4*>(B);
  const long long id = blockIdx.x * (long long)best_threads + threadIdx.x;
  const long long all = gridDim.x * (long long)best_threads;

  real sum = 0;
  for (long long i = id; i < n / 4; i += all) {
    const Vec4 a = A4[i];
    const Vec4 b = B4[i];
    sum += (a.x * b.x + a.y * b.y) + (a.z * b.z + a.w * b.w);
  }

  sum = warp_sum(sum);
  if (threadIdx.x % 32 == 0) warps[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x < 32) {
    sum = threadIdx.x < best_warps ? warps[threadIdx.x] : 0;
    sum = warp_sum(sum);
    if (threadIdx.x == 0) atomicAdd(result, sum);
  }
}

void dot_best(int n, const real* A, const real* B, real* result) {
  CHECK(cudaMemsetAsync(result, 0, sizeof(real)));
  best_kernel<<<4 * 132, best_threads>>>(n, A, B, result);
  CHECK(cudaGetLastError());
}
