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

constexpr int naive_columns = 32;  // threads of a block along a row of C: one warp
constexpr int naive_rows = 8;
constexpr int most_blocks_y = 65535;  // a grid's limit in y; in x it is 2^31 − 1

__global__ void naive_kernel(int m, int n, int k, const real* A, const real* B, real* C) {
  const int column = static_cast<int>(blockIdx.x) * naive_columns + static_cast<int>(threadIdx.x);
  if (column >= n) return;
  for (long long row = static_cast<long long>(blockIdx.y) * naive_rows + threadIdx.y; row < m;
       row += static_cast<long long>(gridDim.y) * naive_rows) {
    const real* a = A + row * k;
    real sum = 0;
    for (int p = 0; p < k; ++p) sum += a[p] * B[static_cast<long long>(p) * n + column];
    C[row * n + column] = sum;
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

void matmul_host(int m, int n, int k, const real* A, const real* B, real* C) {
  if (m == 0 || n == 0) return;
  const std::size_t sizeA = (std::size_t)m * k;
  const std::size_t sizeB = (std::size_t)k * n;
  const std::size_t sizeC = (std::size_t)m * n;
  real *dA = nullptr, *dB = nullptr, *dC = nullptr;
  if (k > 0) {
    CHECK(cudaMalloc((void**)&dA, sizeA * sizeof(real)));
    CHECK(cudaMalloc((void**)&dB, sizeB * sizeof(real)));
    CHECK(cudaMemcpy(dA, A, sizeA * sizeof(real), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(dB, B, sizeB, cudaMemcpyHostToDevice));
  }
  CHECK(cudaMalloc((void**)&dC, sizeC * sizeof(real)));

  matmul_naive(m, n, k, dA, dB, dC);

  CHECK(cudaMemcpy(C, dC, sizeC * sizeof(real), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(dA));
  CHECK(cudaFree(dC));
}
