#include "cholesky.h"
#include <cuda_runtime.h>
#include <math_constants.h>

namespace gpu {
namespace {

template <typename T> __device__ __forceinline__ T rsqrt_(T x);
template <> __device__ __forceinline__ float rsqrt_(float x) { return 1.0f / sqrtf(x); }
template <> __device__ __forceinline__ double rsqrt_(double x) { return 1.0 / ::sqrt(x); }

__device__ int g_info;

__global__ void division_kernel(const int n, const int k, real* const A) {
  const real pivot = A[(size_t)k * n + k];
  const int j = k + 1 + blockIdx.x * blockDim.x + threadIdx.x;
  if (!(pivot > 0)) {
    if (blockIdx.x == 0 && threadIdx.x == 0) atomicCAS(&g_info, 0, k + 1);
    return;
  }
  if (j < n) A[(size_t)k * n + j] *= rsqrt_(pivot);
}

__global__ void elimination_kernel(const int n, const int k, real* const A) {
  if (g_info) return;
  const int i = k + blockIdx.x;
  real* const row = A + (size_t)i * n;
  const real* const top = A + (size_t)k * n;
  if (blockIdx.x == 0) {
    if (threadIdx.x == 0) row[k] = sqrt(row[k]);
    return;
  }
  const real f = top[i];
  for (int j = i + threadIdx.x; j < n; j += blockDim.x) row[j] = fma(-f, top[j], row[j]);
}

}  // namespace
}  // namespace gpu

int cholesky_multi_kernel(int n, real* A, int threads) {
  if (n == 0) return 0;
  int info = 0;
  cudaMemcpyToSymbol(gpu::g_info, &info, sizeof info);
  for (int k = 0; k < n; ++k) {
    gpu::division_kernel<<<(n - k + threads - 1) / threads, threads>>>(n, k, A);
    gpu::elimination_kernel<<<n - k, threads>>>(n, k, A);
  }
  cudaMemcpyFromSymbol(&info, gpu::g_info, sizeof info);
  return info;
}
