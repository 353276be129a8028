// The vendor's library, with all products at once as one matrix product. BLAS stores matrices by
// columns: there, the vectors are the columns of a matrix V, and our A is the transpose of what the
// library sees. U = A·V has few rows and a million columns, which is not what the library was tuned
// for.
// Students get this file in their kit: it must not include the solution.
#include <cublas_v2.h>
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

#include "matvec-chunk.h"

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

/// Made by the first call and kept, as programs do: making one takes longer than all products.
cublasHandle_t handle() {
  static const cublasHandle_t made = [] {
    cublasHandle_t result = nullptr;
    CHECK_CUBLAS(cublasCreate(&result));
    // TF32 tensor cores would be faster, with 10 bits of a float's 23. This is the default; it is
    // set because speeds are compared with it.
    CHECK_CUBLAS(cublasSetMathMode(result, CUBLAS_DEFAULT_MATH));
    return result;
  }();
  return made;
}

cublasStatus_t multiply_all(int S, const float* A, const float* in, float* out) {
  const float one = 1, zero = 0;
  return cublasSgemm(handle(), CUBLAS_OP_T, CUBLAS_OP_N, M, S, N, &one, A, N, in, N, &zero, out, M);
}

cublasStatus_t multiply_all(int S, const double* A, const double* in, double* out) {
  const double one = 1, zero = 0;
  return cublasDgemm(handle(), CUBLAS_OP_T, CUBLAS_OP_N, M, S, N, &one, A, N, in, N, &zero, out, M);
}

void cublas(int S, const real* in, real* out, int blocks, int threads) {
  (void)blocks, (void)threads;
  if (S == 0) return;
  void* A = nullptr;
  CHECK(cudaGetSymbolAddress(&A, matrix));
  CHECK_CUBLAS(multiply_all(S, static_cast<const real*>(A), in, out));
}
