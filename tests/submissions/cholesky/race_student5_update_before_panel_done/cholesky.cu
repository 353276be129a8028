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

/// Solves for the columns of tile J of the block row that begins at s: one thread for each column.
__device__ void solve_tile(int n, int s, int J, real* A) {
  const long long j = s + NB + (long long)J * NB + threadIdx.x;
  if (threadIdx.y != 0 || j >= n) return;
  for (int r = 0; r < NB; ++r) {
    real v = A[(long long)(s + r) * n + j];
    for (int q = 0; q < r; ++q)
      v -= A[(long long)(s + q) * n + s + r] * A[(long long)(s + q) * n + j];
    A[(long long)(s + r) * n + j] = v / A[(long long)(s + r) * n + s + r];
  }
}

/// Updates all tiles of tile column J down to the diagonal.
__device__ void update_column(int n, int s, int J, real* A) {
  const long long j = s + NB + (long long)J * NB + threadIdx.x;
  if (j >= n) return;
  for (int I = 0; I <= J; ++I) {
    const long long i = s + NB + (long long)I * NB + threadIdx.y;
    if (i > j) continue;
    real sum = 0;
    for (int p = s; p < s + NB; ++p) sum += A[(long long)p * n + i] * A[(long long)p * n + j];
    A[i * n + j] -= sum;
  }
}

/// One block for each tile column. Saves a launch.
__global__ void solve_and_update_kernel(int n, int s, real* A, const int* info) {
  if (*info != 0) return;
  solve_tile(n, s, blockIdx.x, A);
  __syncthreads();  // the row of tiles is finished now
  update_column(n, s, blockIdx.x, A);
}

int cholesky_best(int n, real* A) {
  if (n == 0) return 0;
  int* info = new_info();
  const dim3 square(NB, NB);
  int s = 0;
  while (s < n) {
    diagonal_kernel<<<1, square>>>(n, s, A, info);
    CHECK(cudaGetLastError());
    if (s + NB < n) {
      const int tiles = parts(n - s - NB, NB);
      solve_and_update_kernel<<<tiles, square>>>(n, s, A, info);
      CHECK(cudaGetLastError());
    }
    s += NB;
  }
  return fetch(info);
}
