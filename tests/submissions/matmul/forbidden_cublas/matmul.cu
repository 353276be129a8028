// Calls cuBLAS where the kernel is to be written.
#include <cublas_v2.h>
#include "matmul.h"

void matmul_naive(int m, int n, int k, const real* A, const real* B, real* C) {
  cublasHandle_t handle;
  cublasCreate(&handle);
  const real one = 1, zero = 0;
  if (m && n) cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one, B, n, A, k, &zero, C, n);
  cublasDestroy(handle);
}
