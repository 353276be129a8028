/// Cholesky, one division and one elimination kernel for each row.

#include "cholesky.h"

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

#define ASSERT_CUDA(expression) assert_cuda((expression), #expression, __LINE__)

static void assert_cuda(cudaError_t result, const char* what, int line) {
  if (result != cudaSuccess) {
    std::printf("%s failed in line %d (%s)\n", what, line, cudaGetErrorString(result));
    std::exit(EXIT_FAILURE);
  }
}

/// Row k of U, without its diagonal element. The pivot is left as it is: all blocks need it.
__global__ void division_kernel(int n, int k, real* A, int* info) {
  real* row = A + static_cast<size_t>(k) * n;
  const real pivot = row[k];
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (pivot > 0) {
    const int j = k + 1 + t;
    if (j < n) row[j] /= sqrt(pivot);
  } else if (t == 0 && *info == 0) {
    *info = k + 1;
  }
}

/// Block b takes row k + b. Block 0 only has to replace the pivot by its root.
__global__ void elimination_kernel(int n, int k, real* A, const int* info) {
  if (*info != 0) return;
  const int i = k + blockIdx.x;
  real* const upper = A + static_cast<size_t>(k) * n;
  real* const mine = A + static_cast<size_t>(i) * n;
  if (i == k) {
    if (threadIdx.x == 0) mine[k] = sqrt(mine[k]);
    return;
  }
  const real u = upper[i];
  for (int j = i + threadIdx.x; j < n; j += blockDim.x) mine[j] -= u * upper[j];
}

int cholesky_multi_kernel(int n, real* A, int threads) {
  if (n == 0) return 0;

  int* info = new int(0);

  for (int k = 0; k < n; ++k) {
    const int rest = n - k;
    division_kernel<<<(rest + threads - 1) / threads, threads>>>(n, k, A, info);
    ASSERT_CUDA(cudaGetLastError());
    elimination_kernel<<<rest, threads>>>(n, k, A, info);
    ASSERT_CUDA(cudaGetLastError());
  }
  ASSERT_CUDA(cudaDeviceSynchronize());

  const int first_bad = *info;
  delete info;
  return first_bad;
}
