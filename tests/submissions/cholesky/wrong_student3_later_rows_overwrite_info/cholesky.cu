#include "cholesky.h"

#include <iostream>

#define SAFE(c)                                                         \
  do {                                                                  \
    const cudaError_t s = (c);                                          \
    if (s != cudaSuccess)                                               \
      std::cerr << #c << " -> " << cudaGetErrorString(s) << std::endl;  \
  } while (false)

using idx = long long;

// row k, right of the diagonal
__global__ void divide(idx n, idx k, real* A, int* info) {
  const idx j = k + 1 + idx(blockIdx.x) * blockDim.x + threadIdx.x;
  const real pivot = A[k * n + k];
  if (!(pivot > 0)) {
    if (blockIdx.x == 0 && threadIdx.x == 0) *info = int(k) + 1;
    return;
  }
  if (j < n) A[k * n + j] /= sqrt(pivot);
}

// block 0: root of the diagonal element; block b: row k + b
__global__ void eliminate(idx n, idx k, real* A) {
  const idx i = k + blockIdx.x;
  if (i == k) {
    if (threadIdx.x == 0) A[k * n + k] = sqrt(A[k * n + k]);
    return;
  }
  const real l = A[k * n + i];
  for (idx j = i + threadIdx.x; j < n; j += blockDim.x) A[i * n + j] -= l * A[k * n + j];
}

int cholesky_multi_kernel(int n, real* A, int threads) {
  if (n < 1) return 0;

  int* d_info = nullptr;
  SAFE(cudaMalloc(&d_info, sizeof(int)));
  SAFE(cudaMemset(d_info, 0, sizeof(int)));

  for (int k = 0; k < n; ++k) {
    const int rest = n - k;
    divide<<<(rest + threads - 1) / threads, threads>>>(n, k, A, d_info);
    eliminate<<<rest, threads>>>(n, k, A);
  }
  SAFE(cudaGetLastError());

  int info = 0;
  SAFE(cudaMemcpy(&info, d_info, sizeof(int), cudaMemcpyDeviceToHost));
  SAFE(cudaFree(d_info));
  return info;
}
