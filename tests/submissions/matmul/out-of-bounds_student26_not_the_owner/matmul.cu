#include "matmul.h"

#include <cuda_runtime.h>

#include <cstddef>
#include <memory>
#include <stdexcept>

namespace {

void check(cudaError_t e) {
  if (e != cudaSuccess) throw std::runtime_error(cudaGetErrorString(e));
}

struct Free {
  void operator()(real* p) const { cudaFree(p); }
};
using DeviceArray = std::unique_ptr<real[], Free>;

DeviceArray allocate(std::size_t count) {
  real* p = nullptr;
  if (count > 0) check(cudaMalloc(&p, count * sizeof(real)));
  return DeviceArray(p);
}

DeviceArray upload(const real* host, std::size_t count) {
  DeviceArray array = allocate(count);
  check(cudaMemcpy(array.get(), host, count * sizeof(real), cudaMemcpyHostToDevice));
  return array;
}

constexpr int kRows = 4;  // rows of C for each thread

__global__ void multiply(int m, int n, int k, const real* A, const real* B, real* C) {
  const long long j = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (j >= n) return;
  for (long long i = static_cast<long long>(blockIdx.y) * kRows; i < m;
       i += static_cast<long long>(gridDim.y) * kRows) {
    const int rows = m - i < kRows ? static_cast<int>(m - i) : kRows;
    real sum[kRows] = {};
    for (int p = 0; p < k; ++p) {
      const real b = B[static_cast<long long>(p) * n + j];
#pragma unroll
      for (int r = 0; r < kRows; ++r)
        if (r < rows) sum[r] += A[(i + r) * k + p] * b;
    }
#pragma unroll
    for (int r = 0; r < kRows; ++r)
      if (r < rows) C[(i + r) * n + j] = sum[r];
  }
}

}  // namespace

void matmul_host(int m, int n, int k, const real* A, const real* B, real* C) {
  if (m == 0 || n == 0) return;
  const std::size_t rows = m, columns = n, depth = k;

  const DeviceArray dev_a = upload(A, rows * depth);
  const DeviceArray dev_b = upload(B, depth * columns);
  const DeviceArray dev_c = allocate(rows * columns);

  const int block = 128;
  const long long down = (static_cast<long long>(m) + kRows - 1) / kRows;
  const dim3 grid(static_cast<unsigned>((columns + block - 1) / block),
                  static_cast<unsigned>(down < 65535 ? down : 65535));
  multiply<<<grid, block>>>(m, n, k, dev_a.get(), B, dev_c.get());
  check(cudaGetLastError());

  check(cudaMemcpy(C, dev_c.get(), rows * columns * sizeof(real), cudaMemcpyDeviceToHost));
}
