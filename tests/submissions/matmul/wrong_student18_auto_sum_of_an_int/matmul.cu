// Lab matmul, task 1
#include "matmul.h"

#include <cuda_runtime.h>

#include <algorithm>
#include <cstddef>
#include <stdexcept>
#include <string>

namespace {

void throw_on(cudaError_t status, const char* what) {
  if (status != cudaSuccess)
    throw std::runtime_error(std::string(what) + ": " + cudaGetErrorString(status));
}

constexpr int ceil_div(int a, int b) { return a / b + (a % b != 0 ? 1 : 0); }

// A view of a row-major matrix. Does not own anything.
template <typename T>
struct MatrixView {
  int rows;
  int cols;
  T* data;

  __device__ T& operator()(long long i, long long j) const { return data[i * cols + j]; }
};

struct Problem {
  MatrixView<const real> a;
  MatrixView<const real> b;
  MatrixView<real> c;
};

constexpr int block_x = 32;
constexpr int block_y = 8;
constexpr int max_grid_y = 65535;

// Row times column, as a helper so that the kernel stays readable.
__device__ real inner_product(const Problem& p, long long row, long long col) {
  auto sum = 0;
  for (int q = 0; q < p.a.cols; ++q) sum += p.a(row, q) * p.b(q, col);
  return sum;
}

__global__ void naive(Problem p) {
  const long long col = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (col >= p.c.cols) return;
  const long long step = static_cast<long long>(gridDim.y) * blockDim.y;
  for (long long row = static_cast<long long>(blockIdx.y) * blockDim.y + threadIdx.y;
       row < p.c.rows; row += step)
    p.c(row, col) = inner_product(p, row, col);
}

}  // namespace

void matmul_naive(int m, int n, int k, const real* A, const real* B, real* C) {
  if (m == 0 || n == 0) return;
  const Problem problem{{m, k, A}, {k, n, B}, {m, n, C}};
  const dim3 block(block_x, block_y);
  const dim3 grid(ceil_div(n, block_x), std::min(ceil_div(m, block_y), max_grid_y));
  naive<<<grid, block>>>(problem);
  throw_on(cudaGetLastError(), "naive");
}

void matmul_coarse(int, int, int, const real*, const real*, real*) {}
void matmul_tiled(int, int, int, const real*, const real*, real*) {}
void matmul_best(int, int, int, const real*, const real*, real*) {}
void matmul_host(int, int, int, const real*, const real*, real*) {}
