// The calls of cuBLAS that the labs' device halves make, on the CPU engine: by BLAS, on copies.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <vector>

extern "C" void dgemm_(const char* transa, const char* transb, const int* m, const int* n,
                       const int* k, const double* alpha, const double* a, const int* lda,
                       const double* b, const int* ldb, const double* beta, double* c,
                       const int* ldc);

enum cublasStatus_t { CUBLAS_STATUS_SUCCESS, CUBLAS_STATUS_EXECUTION_FAILED = 13 };
enum cublasOperation_t { CUBLAS_OP_N, CUBLAS_OP_T };
using cublasHandle_t = struct cublasContext*;

inline cublasStatus_t cublasCreate(cublasHandle_t* handle) {
  *handle = reinterpret_cast<cublasHandle_t>(handle);
  return CUBLAS_STATUS_SUCCESS;
}

inline cublasStatus_t cublasDestroy(cublasHandle_t) { return CUBLAS_STATUS_SUCCESS; }

/// Column-major, rows×cols with that stride, and what lies between.
struct HostCopy {
  HostCopy(const double* from, int rows, int cols, int stride)
      : values(rows > 0 && cols > 0 ? static_cast<std::size_t>(stride) * (cols - 1) + rows : 0) {
    good = cudaMemcpy(values.data(), from, values.size() * sizeof(double),
                      cudaMemcpyDeviceToHost) == cudaSuccess;
  }
  bool back(double* to) const {
    return cudaMemcpy(to, values.data(), values.size() * sizeof(double), cudaMemcpyHostToDevice) ==
           cudaSuccess;
  }
  std::vector<double> values;
  bool good;
};

inline cublasStatus_t cublasDgemm(cublasHandle_t, cublasOperation_t opa, cublasOperation_t opb,
                                  int m, int n, int k, const double* alpha, const double* a,
                                  int lda, const double* b, int ldb, const double* beta, double* c,
                                  int ldc) {
  const bool ta = opa == CUBLAS_OP_T, tb = opb == CUBLAS_OP_T;
  const HostCopy A(a, ta ? k : m, ta ? m : k, lda), B(b, tb ? n : k, tb ? k : n, ldb);
  HostCopy C(c, m, n, ldc);
  if (!A.good || !B.good || !C.good) return CUBLAS_STATUS_EXECUTION_FAILED;
  dgemm_(ta ? "T" : "N", tb ? "T" : "N", &m, &n, &k, alpha, A.values.data(), &lda, B.values.data(),
         &ldb, beta, C.values.data(), &ldc);
  return C.back(c) ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_EXECUTION_FAILED;
}
