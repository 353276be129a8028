// Copies its inputs into memory of its own first, on a stream of its own.
#include "matmul.h"

#include <cstdlib>
#include <stdexcept>
#include <string>
#include <vector>

static void must(cudaError_t e) {
  if (e != cudaSuccess) throw std::runtime_error(std::string("CUDA: ") + cudaGetErrorString(e));
}

struct Scratch {
  explicit Scratch(size_t count) { must(cudaMalloc(&data, count * sizeof(real))); }
  ~Scratch() { cudaFree(data); }
  real* data = nullptr;
};

__device__ inline real at(const real* p, size_t row, size_t cols, size_t col) {
  return p[row * cols + col];
}

__global__ void rows_of_c(int m, int n, int k, const real* A, const real* B, real* C) {
  for (int i = blockIdx.x; i < m; i += gridDim.x) {
    for (int j = threadIdx.x; j < n; j += blockDim.x) {
      real s = 0;
      for (int p = k - 1; p >= 0; --p) s += at(A, i, k, p) * at(B, p, n, j);
      C[size_t(i) * n + j] = s;
    }
  }
}

void matmul_naive(int m, int n, int k, const real* A, const real* B, real* C) {
  Scratch a(size_t(m) * k + 1), b(size_t(k) * n + 1);
  cudaStream_t s;
  must(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
  must(cudaMemcpyAsync(a.data, A, sizeof(real) * m * k, cudaMemcpyDeviceToDevice, s));
  must(cudaMemcpyAsync(b.data, B, sizeof(real) * k * n, cudaMemcpyDeviceToDevice, s));
  rows_of_c<<<7, 96, 0, s>>>(m, n, k, a.data, b.data, C);
  must(cudaGetLastError());
  must(cudaStreamSynchronize(s));
  must(cudaStreamDestroy(s));
}
