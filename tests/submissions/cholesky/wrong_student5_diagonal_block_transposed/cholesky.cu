#include "cholesky.h"

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdio>
#include <cstdlib>

inline void check(cudaError_t error, const char* call, const char* file, int line) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "%s:%d: %s: %s\n", file, line, call, cudaGetErrorString(error));
  std::abort();
}

/// Stops the program, with the place and the reason, when a CUDA call fails:
///     CHECK(cudaMalloc(&p, bytes));
/// A launch returns nothing; ask afterwards: CHECK(cudaGetLastError());
#define CHECK(call) check((call), #call, __FILE__, __LINE__)

/// How many parts of size `part` cover `whole`; the last one may stick out.
inline int parts(int whole, int part) { return whole / part + (whole % part != 0 ? 1 : 0); }

/// A number on the device that starts as 0: where kernels leave the value that is returned.
inline int* new_info() {
  int* info = nullptr;
  CHECK(cudaMalloc(&info, sizeof(int)));
  CHECK(cudaMemset(info, 0, sizeof(int)));
  return info;
}

/// Waits for the kernels, fetches the number, and frees it.
inline int fetch(int* info) {
  int result = -1;
  CHECK(cudaMemcpy(&result, info, sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(info));
  return result;
}

constexpr int NB = 32;

/// Factors the NB x NB block whose first row is s.
__global__ void diagonal_kernel(int n, int s, real* A, int* info) {
  __shared__ real D[NB][NB];
  if (*info != 0) return;
  const int size = n - s < NB ? n - s : NB;
  const int x = threadIdx.x, y = threadIdx.y;
  const bool mine = y <= x && x < size;
  if (mine) D[y][x] = A[(long long)(s + y) * n + s + x];
  __syncthreads();
  for (int k = 0; k < size; ++k) {
    const real pivot = D[k][k];
    if (!(pivot > 0)) {
      if (x == 0 && y == 0) *info = s + k + 1;
      return;
    }
    const real root = sqrt(pivot);
    __syncthreads();
    if (mine && y == k) D[k][x] = x == k ? root : D[k][x] / root;
    __syncthreads();
    if (mine && y > k) D[y][x] -= D[k][y] * D[k][x];
    __syncthreads();
  }
  if (mine) A[(long long)(s + y) * n + s + x] = D[y][x];
}

/// The rows s ... s + NB - 1 to the right of the diagonal block: one thread for each column.
__global__ void panel_kernel(int n, int s, real* A, const int* info) {
  __shared__ real D[NB][NB];
  if (*info != 0) return;
  for (int e = threadIdx.x; e < NB * NB; e += blockDim.x)
    D[e / NB][e % NB] = A[(long long)(s + e / NB) * n + s + e % NB];
  __syncthreads();
  const long long j = s + NB + (long long)blockIdx.x * blockDim.x + threadIdx.x;
  if (j >= n) return;
  real u[NB];
#pragma unroll
  for (int r = 0; r < NB; ++r) {
    real v = A[(long long)(s + r) * n + j];
#pragma unroll
    for (int q = 0; q < r; ++q) v -= D[r][q] * u[q];
    u[r] = v / D[r][r];
    A[(long long)(s + r) * n + j] = u[r];
  }
}

/// The triangle below: A_IJ -= U_I^T U_J.
__global__ void update_kernel(int n, int s, real* A, const int* info) {
  if (*info != 0 || blockIdx.y > blockIdx.x) return;
  __shared__ real left[NB][NB];
  __shared__ real right[NB][NB];
  const int x = threadIdx.x, y = threadIdx.y;
  const long long i0 = s + NB + (long long)blockIdx.y * NB;
  const long long j0 = s + NB + (long long)blockIdx.x * NB;
  left[y][x] = i0 + x < n ? A[(long long)(s + y) * n + i0 + x] : 0;
  right[y][x] = j0 + x < n ? A[(long long)(s + y) * n + j0 + x] : 0;
  __syncthreads();
  const long long i = i0 + y, j = j0 + x;
  if (i > j || j >= n) return;
  real sum = 0;
  for (int p = 0; p < NB; ++p) sum += left[p][y] * right[p][x];
  A[i * n + j] -= sum;
}

int cholesky_best(int n, real* A) {
  if (n == 0) return 0;
  int* info = new_info();
  const dim3 square(NB, NB);
  for (int s = 0; s < n; s += NB) {
    diagonal_kernel<<<1, square>>>(n, s, A, info);
    CHECK(cudaGetLastError());
    const int rest = n - s - NB;
    if (rest <= 0) break;
    panel_kernel<<<parts(rest, 64), 64>>>(n, s, A, info);
    CHECK(cudaGetLastError());
    const int tiles = parts(rest, NB);
    update_kernel<<<dim3(tiles, tiles), square>>>(n, s, A, info);
    CHECK(cudaGetLastError());
  }
  return fetch(info);
}
