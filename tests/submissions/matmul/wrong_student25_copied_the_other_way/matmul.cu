// From host to host. The three matrices are copied to the device, multiplied there by a kernel with
// tiles in shared memory, and the product comes back.
#include "matmul.h"

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <memory>

namespace {

void verify(cudaError_t code, const char* where) {
  if (code == cudaSuccess) return;
  std::fprintf(stderr, "%s: %s\n", where, cudaGetErrorString(code));
  std::exit(1);
}

struct DeviceMatrix {
  real* data = nullptr;
  std::size_t bytes;

  DeviceMatrix(int rows, int columns) : bytes(sizeof(real) * rows * columns) {
    if (bytes > 0) verify(cudaMalloc(reinterpret_cast<void**>(&data), bytes), "cudaMalloc");
  }
  ~DeviceMatrix() { cudaFree(data); }
  void upload(const real* host) {
    if (bytes > 0) verify(cudaMemcpy(data, host, bytes, cudaMemcpyDefault), "upload");
  }
  DeviceMatrix(const DeviceMatrix&) = delete;
  DeviceMatrix& operator=(const DeviceMatrix&) = delete;
};

constexpr int edge = 32;

__global__ void __launch_bounds__(edge * edge)
product(int m, int n, int k, int tiles_across, const real* A, const real* B, real* C) {
  __shared__ real left[edge][edge];
  __shared__ real right[edge][edge];

  const int tx = threadIdx.x, ty = threadIdx.y;
  const long long row = (long long)(blockIdx.x / tiles_across) * edge + ty;
  const long long column = (long long)(blockIdx.x % tiles_across) * edge + tx;

  real sum = 0;
  for (int p = 0; p < k; p += edge) {
    left[ty][tx] = (row < m && p + tx < k) ? A[row * k + p + tx] : real(0);
    right[ty][tx] = (column < n && p + ty < k) ? B[(long long)(p + ty) * n + column] : real(0);
    __syncthreads();
    for (int q = 0; q < edge; ++q) sum += left[ty][q] * right[q][tx];
    __syncthreads();
  }
  if (row < m && column < n) C[row * n + column] = sum;
}

}  // namespace

void matmul_host(int m, int n, int k, const real* A, const real* B, real* C) {
  if (m == 0 || n == 0) return;

  DeviceMatrix a(m, k), b(k, n), c(m, n);
  a.upload(A);
  b.upload(B);

  const int down = (m - 1) / edge + 1;
  const int across = (n - 1) / edge + 1;
  product<<<static_cast<unsigned>(down) * across, dim3(edge, edge)>>>(m, n, k, across, a.data,
                                                                      b.data, c.data);
  verify(cudaGetLastError(), "launch");

  verify(cudaMemcpy(c.data, C, c.bytes, cudaMemcpyDefault), "download");
}
