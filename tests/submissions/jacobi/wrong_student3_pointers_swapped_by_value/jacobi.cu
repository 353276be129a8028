#include "jacobi.h"

#include <stdexcept>
#include <string>
#include <utility>

namespace {

void must(cudaError_t e, const char* what) {
  if (e != cudaSuccess) throw std::runtime_error(std::string(what) + ": " + cudaGetErrorString(e));
}

template <class T>
T* alloc(std::size_t count) {
  T* p = nullptr;
  must(cudaMalloc(&p, count * sizeof(T)), "cudaMalloc");
  return p;
}

__global__ void jacobi_step(int n, const real* A, const real* b, const real* x_old, real* x_new) {
  const long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x;
  if (i >= n) return;
  real acc = b[i];
  for (long long j = 0; j < i; ++j) acc -= A[i * n + j] * x_old[j];
  for (long long j = i + 1; j < n; ++j) acc -= A[i * n + j] * x_old[j];
  x_new[i] = acc / A[i * n + i];
}

// One sweep. Afterwards x_old is the current iterate.
void sweep(int n, const real* A, const real* b, real* x_old, real* x_new, int block_size) {
  const int grid = (n + block_size - 1) / block_size;
  jacobi_step<<<grid, block_size>>>(n, A, b, x_old, x_new);
  must(cudaGetLastError(), "jacobi_step");
  std::swap(x_old, x_new);
}

}  // namespace

void jacobi_swap(int n, int iterations, const real* A, const real* b, real* x, int block_size) {
  if (n == 0) return;
  const std::size_t N = n;
  real* d_A = alloc<real>(N * N);
  real* d_b = alloc<real>(N);
  real* d_old = alloc<real>(N);
  real* d_new = alloc<real>(N);

  must(cudaMemcpy(d_A, A, N * N * sizeof(real), cudaMemcpyHostToDevice), "copy of A");
  must(cudaMemcpy(d_b, b, N * sizeof(real), cudaMemcpyHostToDevice), "copy of b");
  must(cudaMemset(d_old, 0, N * sizeof(real)), "start");
  must(cudaMemset(d_new, 0, N * sizeof(real)), "start");

  for (int it = 0; it < iterations; ++it) sweep(n, d_A, d_b, d_old, d_new, block_size);

  must(cudaMemcpy(x, d_old, N * sizeof(real), cudaMemcpyDeviceToHost), "copy of x");
  for (real* p : {d_A, d_b, d_old, d_new}) must(cudaFree(p), "cudaFree");
}
