// cholesky_multi_kernel
#include "cholesky.h"

#include <cuda_runtime.h>

#include <cstdlib>

#include <cstdio>

namespace {

class Flag {  // an int on the device
 public:
  Flag() {
    ok(cudaMalloc(&p_, sizeof(int)));
    ok(cudaMemset(p_, 0, sizeof(int)));
  }
  ~Flag() { cudaFree(p_); }
  int* device() { return p_; }
  int value() const {
    int v = -1;
    ok(cudaMemcpy(&v, p_, sizeof(int), cudaMemcpyDeviceToHost));
    return v;
  }
  static void ok(cudaError_t e) {
    if (e == cudaSuccess) return;
    std::fprintf(stderr, "Flag: %s\n", cudaGetErrorString(e));
    std::abort();
  }

 private:
  int* p_;
};

__device__ __forceinline__ real& at(real* A, int n, long long i, long long j) { return A[i * n + j]; }

__global__ void division_kernel(int n, int k, real* A, int* flag) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  const real pivot = at(A, n, k, k);

  if (!(pivot > real(0))) {
    if (thread == 0) atomicCAS(flag, 0, k + 1);  // keeps an earlier one
    return;
  }
  const real inverse = real(1) / sqrt(pivot);
  const int j = k + 1 + thread;
  if (j < n) at(A, n, k, j) *= inverse;
}

__global__ void elimination_kernel(int n, int k, real* A, const int* flag) {
  if (*flag) return;

  if (blockIdx.x == 0) {
    if (threadIdx.x == 0) at(A, n, k, k) = sqrt(at(A, n, k, k));
    return;
  }

  const int i = k + blockIdx.x;
  const int j = i + threadIdx.x;
  if (j < n) at(A, n, i, j) -= at(A, n, k, i) * at(A, n, k, j);
}

}  // namespace

int cholesky_multi_kernel(int n, real* A, int threads) {
  if (n == 0) return 0;
  Flag flag;
  const dim3 block(threads);
  for (int k = 0; k < n; ++k) {
    const dim3 columns((n - k - 1) / threads + 1);
    const dim3 rows(n - k);
    division_kernel<<<columns, block>>>(n, k, A, flag.device());
    elimination_kernel<<<rows, block>>>(n, k, A, flag.device());
    Flag::ok(cudaGetLastError());
  }
  return flag.value();
}
