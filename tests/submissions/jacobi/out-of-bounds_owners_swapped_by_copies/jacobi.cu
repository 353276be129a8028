// Two objects that free their memory are swapped as a whole.
#include "jacobi.h"

#include <algorithm>

struct Buffer {
  real* at = nullptr;
  int size = 0;

  Buffer(int count) : size(count) { cudaMalloc(&at, sizeof(real) * count); }
  ~Buffer() {
    if (at != nullptr) cudaFree(at);
  }
};

__global__ void one_row_each(int n, const real* A, const real* b, const real* old, real* x) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  real sum = 0;
  for (int j = 0; j < n; ++j)
    if (j != i) sum += A[(size_t)i * n + j] * old[j];
  x[i] = (b[i] - sum) / A[(size_t)i * n + i];
}

void jacobi_swap(int n, int iterations, const real* A, const real* b, real* x, int block_size) {
  if (n == 0) return;
  Buffer dA(n * n), db(n);
  Buffer from(n), to(n);
  cudaMemcpy(dA.at, A, sizeof(real) * n * n, cudaMemcpyHostToDevice);
  cudaMemcpy(db.at, b, sizeof(real) * n, cudaMemcpyHostToDevice);
  cudaMemset(from.at, 0, sizeof(real) * n);
  while (iterations-- > 0) {
    one_row_each<<<(n + block_size - 1) / block_size, block_size>>>(n, dA.at, db.at, from.at, to.at);
    std::swap(from, to);
  }
  cudaMemcpy(x, from.at, sizeof(real) * n, cudaMemcpyDeviceToHost);
}
