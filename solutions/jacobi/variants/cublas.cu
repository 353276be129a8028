// The vendor's library, as one would use it: each sweep is one gemv, r = A·x, and a kernel of one
// line, x += D⁻¹(b − r). The matrix-vector product runs at the speed of the memory; but it is a
// launch of its own, and one library call knows nothing of the next.
// Students get this file in their kit: it must not include the solution.
#include <cublas_v2.h>
#include <cuda_runtime.h>

#include <cstddef>
#include <cstdio>
#include <cstdlib>

#include "jacobi.h"

inline void check(cudaError_t error, const char* call, const char* file, int line) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "%s:%d: %s: %s\n", file, line, call, cudaGetErrorString(error));
  std::abort();
}

/// Stops the program, with the place and the reason, when a CUDA call fails.
#define CHECK(call) check((call), #call, __FILE__, __LINE__)

/// As CHECK, for calls of cuBLAS.
#define CHECK_CUBLAS(call) check_cublas((call), #call, __FILE__, __LINE__)

inline void check_cublas(cublasStatus_t status, const char* call, const char* file, int line) {
  if (status == CUBLAS_STATUS_SUCCESS) return;
  std::fprintf(stderr, "%s:%d: %s: %s\n", file, line, call, cublasGetStatusString(status));
  std::abort();
}

/// Made by the first call and kept, as programs do: making one takes longer than many sweeps.
cublasHandle_t handle() {
  static const cublasHandle_t made = [] {
    cublasHandle_t result = nullptr;
    CHECK_CUBLAS(cublasCreate(&result));
    return result;
  }();
  return made;
}

/// r = A·x. BLAS stores matrices by columns: to it our rows are the columns of the transpose.
cublasStatus_t product(int n, const float* A, const float* x, float* r) {
  const float one = 1, zero = 0;
  return cublasSgemv(handle(), CUBLAS_OP_T, n, n, &one, A, n, x, 1, &zero, r, 1);
}

cublasStatus_t product(int n, const double* A, const double* x, double* r) {
  const double one = 1, zero = 0;
  return cublasDgemv(handle(), CUBLAS_OP_T, n, n, &one, A, n, x, 1, &zero, r, 1);
}

/// From r = A·x to the next x: (b − (r − A[i][i]·x[i])) / A[i][i].
__global__ void update_kernel(int n, const real* A, const real* b, const real* r, real* x) {
  const long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < n) x[i] += (b[i] - r[i]) / A[i * n + i];
}

/// Device memory for `count` numbers, with those of `from` unless that is null.
real* on_device(std::size_t count, const real* from) {
  const std::size_t bytes = count * sizeof(real);
  real* to = nullptr;
  CHECK(cudaMalloc(&to, bytes));
  if (from != nullptr) CHECK(cudaMemcpy(to, from, bytes, cudaMemcpyHostToDevice));
  return to;
}

void cublas(int n, int iterations, const real* A, const real* b, real* x, int block_size) {
  if (n == 0) return;
  const std::size_t size = n;
  real* const matrix = on_device(size * size, A);
  real* const right = on_device(size, b);
  real* const now = on_device(size, nullptr);
  real* const result = on_device(size, nullptr);
  CHECK(cudaMemset(now, 0, size * sizeof(real)));
  const int blocks = (n + block_size - 1) / block_size;
  for (int k = 0; k < iterations; ++k) {
    CHECK_CUBLAS(product(n, matrix, now, result));
    update_kernel<<<blocks, block_size>>>(n, matrix, right, result, now);
    CHECK(cudaGetLastError());
  }
  CHECK(cudaMemcpy(x, now, size * sizeof(real), cudaMemcpyDeviceToHost));
  for (real* const memory : {matrix, right, now, result}) CHECK(cudaFree(memory));
}
