#include "cholesky.h"

#include <cuda_runtime.h>

#include <stdexcept>
#include <string>

struct CudaError : std::runtime_error {
  explicit CudaError(cudaError_t e) : std::runtime_error(std::string("CUDA: ") + cudaGetErrorString(e)) {}
};
inline void operator>>=(cudaError_t e, int) {
  if (e != cudaSuccess) throw CudaError(e);
}

// Right-looking, one block. Each warp takes every warps-th row.
__global__ void __launch_bounds__(1024) potrf(int n, real* A, int* info) {
  const unsigned warps = blockDim.x / 32, warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  for (int k = 0; k < n; ++k) {
    real* const u = A + (size_t)k * n;
    const real pivot = u[k];
    if (!(pivot > real(0))) {
      if (threadIdx.x == 0) *info = k + 1;
      break;
    }
    const real inverse = real(1) / sqrt(pivot);
    __syncthreads();  // everybody has the pivot
    for (int j = k + threadIdx.x; j < n; j += blockDim.x) u[j] *= inverse;
    __syncthreads();
    for (int i = k + 1 + warp; i < n; i += warps) {
      const real f = u[i];
      real* const v = A + (size_t)i * n;
      for (int j = i + lane; j < n; j += 32) v[j] -= f * u[j];
    }
    __syncthreads();
  }
}

int cholesky_single_block(int n, real* A, int threads) {
  if (n == 0) return 0;
  cudaStream_t stream;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking) >>= 0;
  int* info = nullptr;
  cudaMalloc(&info, sizeof(int)) >>= 0;
  cudaMemsetAsync(info, 0, sizeof(int), stream) >>= 0;
  potrf<<<1, threads, 0, stream>>>(n, A, info);
  cudaGetLastError() >>= 0;
  int result = -1;
  cudaMemcpy(&result, info, sizeof(int), cudaMemcpyDeviceToHost) >>= 0;  // waits
  cudaStreamDestroy(stream) >>= 0;
  cudaFree(info) >>= 0;
  return result;
}
