// cholesky_best, "left-looking": row k of U is computed from the finished rows above it, and
// nothing below is touched before its turn comes. Writes each element only once.
#include "cholesky.h"

#include <stdexcept>

static void ok(cudaError_t e) {
  if (e != cudaSuccess) throw std::runtime_error(cudaGetErrorString(e));
}

// Diagonal element of row k, by one warp.
__global__ void diagonal(int n, int k, real* A, int* info) {
  real s = 0;
  for (int p = threadIdx.x; p < k; p += 32) {
    const real u = A[(size_t)p * n + k];
    s += u * u;
  }
  for (int d = 16; d; d /= 2) s += __shfl_down_sync(~0u, s, d);
  if (threadIdx.x == 0) {
    real& a = A[(size_t)k * n + k];
    const real pivot = a - s;
    if (pivot > 0)
      a = sqrt(pivot);
    else if (*info == 0)
      *info = k + 1;  // the first one counts
  }
}

// The rest of row k, one thread per column.
__global__ void row(int n, int k, real* A, const int* info) {
  if (*info) return;
  const int j = k + 1 + blockIdx.x * blockDim.x + threadIdx.x;
  if (j >= n) return;
  real s = 0;
  for (int p = 0; p < k; ++p) s += A[(size_t)p * n + k] * A[(size_t)p * n + j];
  const size_t kk = (size_t)k * n + k, kj = (size_t)k * n + j;
  A[kj] = A[kj] - s / A[kk];
}

int cholesky_best(int n, real* A) {
  if (n == 0) return 0;
  int* info;
  ok(cudaMalloc(&info, sizeof(int)));
  ok(cudaMemset(info, 0, sizeof(int)));
  for (int k = 0; k < n; ++k) {
    diagonal<<<1, 32>>>(n, k, A, info);
    if (k + 1 < n) row<<<(n - k - 1 + 63) / 64, 64>>>(n, k, A, info);
    ok(cudaGetLastError());
  }
  int result;
  ok(cudaMemcpy(&result, info, sizeof(int), cudaMemcpyDeviceToHost));
  ok(cudaFree(info));
  return result;
}
