#include "matmul.h"

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

// Task 1: one thread for each element.

constexpr int naive_columns = 32;  // threads of a block along a row of C: one warp
constexpr int naive_rows = 8;
constexpr int most_blocks_y = 65535;  // a grid's limit in y; in x it is 2^31 − 1

__global__ void naive_kernel(int m, int n, int k, const real* A, const real* B, real* C) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (col >= n) return;
  for (int row = blockIdx.y * blockDim.y + threadIdx.y; row < m; row += gridDim.y * blockDim.y) {
    const real* a = A + (size_t)row * k;
    const real* b = B + col;
    real acc = 0;
    for (int p = 0; p < k; ++p, b += n) acc += a[p] * *b;
    C[(size_t)row * n + col] = acc;
  }
}

void matmul_naive(int m, int n, int k, const real* A, const real* B, real* C) {
  if (m == 0 || n == 0) return;  // a launch with an empty grid is an error
  const dim3 block(naive_columns, naive_rows);
  const int blocks_y = parts(m, naive_rows);
  const dim3 grid(parts(n, naive_columns), blocks_y < most_blocks_y ? blocks_y : most_blocks_y);
  naive_kernel<<<grid, block>>>(m, n, k, A, B, C);
  CHECK(cudaGetLastError());
}

// Task 5: from host memory to host memory.

// copies `count` numbers to new device memory
static real* upload(const real* host, size_t count) {
  real* dev = NULL;
  CHECK(cudaMalloc((void**)&dev, count * sizeof(real)));
  CHECK(cudaMemcpy(dev, host, count * sizeof(real), cudaMemcpyHostToDevice));
  return dev;
}

void matmul_host(int m, int n, int k, const real* A, const real* B, real* C) {
  if (m == 0 || n == 0 || k == 0) return;
  size_t M = m, N = n, K = k;
  real* a = upload(A, M * K);
  real* b = upload(B, K * N);
  real* c = NULL;
  CHECK(cudaMalloc((void**)&c, M * N * sizeof(real)));
  matmul_naive(m, n, k, a, b, c);
  CHECK(cudaMemcpy(C, c, M * N * sizeof(real), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(c));
  CHECK(cudaFree(a));
}
