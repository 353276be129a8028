// The vendor's library: the upper bound, tuned in assembly for every GPU. BLAS stores matrices by
// columns. A row-major array read by columns is the transposed matrix, and Cᵀ = Bᵀ·Aᵀ: so the call
// gets B and A in swapped order, n and m as well, and nothing has to be transposed.
#include <cublas_v2.h>

#include "common.h"

/// As CHECK, for calls of cuBLAS.
#define CHECK_CUBLAS(call) check_cublas((call), #call, __FILE__, __LINE__)

inline void check_cublas(cublasStatus_t status, const char* call, const char* file, int line) {
  if (status == CUBLAS_STATUS_SUCCESS) return;
  std::fprintf(stderr, "%s:%d: %s: %s\n", file, line, call, cublasGetStatusString(status));
  std::abort();
}

/// Made by the first call and kept, as programs do: making one takes longer than a large product.
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

cublasStatus_t multiply_by_columns(int m, int n, int k, const float* A, const float* B, float* C) {
  const float one = 1, zero = 0;
  return cublasSgemm(handle(), CUBLAS_OP_N, CUBLAS_OP_N, m, n, k, &one, A, m, B, k, &zero, C, m);
}

cublasStatus_t multiply_by_columns(int m, int n, int k, const double* A, const double* B,
                                   double* C) {
  const double one = 1, zero = 0;
  return cublasDgemm(handle(), CUBLAS_OP_N, CUBLAS_OP_N, m, n, k, &one, A, m, B, k, &zero, C, m);
}

void cublas(int m, int n, int k, const real* A, const real* B, real* C) {
  if (m == 0 || n == 0) return;
  if (k == 0) {  // a leading dimension must not be 0
    const std::size_t elements = static_cast<std::size_t>(m) * static_cast<std::size_t>(n);
    CHECK(cudaMemsetAsync(C, 0, elements * sizeof(real)));
    return;
  }
  CHECK_CUBLAS(multiply_by_columns(n, m, k, B, A, C));
}
