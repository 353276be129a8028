#include "cholesky.h"

// Row by row, each finished at once: row i of A minus what the rows above contribute (left-looking),
// in two kernels; info in a device variable.
__device__ int failed;

__global__ void begin() { failed = 0; }

__global__ void subtract(size_t n, size_t i, real* A) {
  const size_t j = i + blockIdx.x * size_t(blockDim.x) + threadIdx.x;
  if (j >= n || failed) return;
  real sum = 0;
  for (size_t k = 0; k < i; k++) sum += A[k * n + i] * A[k * n + j];
  A[i * n + j] -= sum;
}

__global__ void scale(size_t n, size_t i, real* A) {
  __shared__ real pivot;
  if (failed) return;
  if (threadIdx.x == 0) pivot = A[i * n + i];
  __syncthreads();
  if (pivot > 0) {
    const real root = sqrt(pivot);
    for (size_t j = i + threadIdx.x; j < n; j += blockDim.x) A[i * n + j] = j == i ? root : A[i * n + j] / root;
  } else if (threadIdx.x == 0) {
    failed = i + 1;
  }
}

int cholesky_multi_kernel(int n, real* A, int threads) {
  begin<<<1, 1>>>();
  for (int i = 0; i < n; i++) {
    subtract<<<(n - i + threads - 1) / threads, threads>>>(n, i, A);
    scale<<<1, threads>>>(n, i, A);
  }
  int info = -1;
  cudaMemcpyFromSymbol(&info, failed, sizeof info);
  return info;
}
