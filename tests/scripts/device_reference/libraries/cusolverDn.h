// The calls of cuSOLVER that the labs' device halves make, on the CPU engine: by LAPACK, on copies.
#pragma once

#include "cublas_v2.h"  // the one beside this file

extern "C" void dgetrf_(const int* m, const int* n, double* a, const int* lda, int* pivots,
                        int* info);
extern "C" void dgetrs_(const char* trans, const int* n, const int* nrhs, const double* a,
                        const int* lda, const int* pivots, double* b, const int* ldb, int* info);

enum cusolverStatus_t { CUSOLVER_STATUS_SUCCESS, CUSOLVER_STATUS_EXECUTION_FAILED = 5 };
using cusolverDnHandle_t = struct cusolverDnContext*;

inline cusolverStatus_t cusolverDnCreate(cusolverDnHandle_t* handle) {
  *handle = reinterpret_cast<cusolverDnHandle_t>(handle);
  return CUSOLVER_STATUS_SUCCESS;
}

inline cusolverStatus_t cusolverDnDestroy(cusolverDnHandle_t) { return CUSOLVER_STATUS_SUCCESS; }

inline cusolverStatus_t cusolverDnDgetrf_bufferSize(cusolverDnHandle_t, int, int, double*, int,
                                                    int* size) {
  *size = 1;
  return CUSOLVER_STATUS_SUCCESS;
}

inline cusolverStatus_t cusolverDnDgetrf(cusolverDnHandle_t, int m, int n, double* a, int lda,
                                         double*, int* pivots, int* info) {
  HostCopy A(a, m, n, lda);
  std::vector<int> found(n);
  int status = 0;
  dgetrf_(&m, &n, A.values.data(), &lda, found.data(), &status);
  const bool good = A.good && A.back(a) &&
                    cudaMemcpy(pivots, found.data(), found.size() * sizeof(int),
                               cudaMemcpyHostToDevice) == cudaSuccess &&
                    cudaMemcpy(info, &status, sizeof status, cudaMemcpyHostToDevice) == cudaSuccess;
  return good ? CUSOLVER_STATUS_SUCCESS : CUSOLVER_STATUS_EXECUTION_FAILED;
}

inline cusolverStatus_t cusolverDnDgetrs(cusolverDnHandle_t, cublasOperation_t op, int n, int nrhs,
                                         const double* a, int lda, const int* pivots, double* b,
                                         int ldb, int* info) {
  const HostCopy A(a, n, n, lda);
  HostCopy B(b, n, nrhs, ldb);
  std::vector<int> swapped(n);
  int status = 0;
  bool good = A.good && B.good &&
              cudaMemcpy(swapped.data(), pivots, swapped.size() * sizeof(int),
                         cudaMemcpyDeviceToHost) == cudaSuccess;
  dgetrs_(op == CUBLAS_OP_T ? "T" : "N", &n, &nrhs, A.values.data(), &lda, swapped.data(),
          B.values.data(), &ldb, &status);
  good = good && B.back(b) &&
         cudaMemcpy(info, &status, sizeof status, cudaMemcpyHostToDevice) == cudaSuccess;
  return good ? CUSOLVER_STATUS_SUCCESS : CUSOLVER_STATUS_EXECUTION_FAILED;
}
