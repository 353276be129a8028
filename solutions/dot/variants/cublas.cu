// The vendor's library. With the pointer mode "device" the result stays on the device, and the host
// does not wait for it.
#include <cublas_v2.h>
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

#include "dot.h"

inline void require(bool good, const char* what) {
  if (good) return;
  std::fprintf(stderr, "cublas: %s failed\n", what);
  std::abort();
}

/// Made once: making a handle takes longer than most dot products.
inline cublasHandle_t handle() {
  static const cublasHandle_t made = [] {
    cublasHandle_t fresh = nullptr;
    require(cublasCreate(&fresh) == CUBLAS_STATUS_SUCCESS, "cublasCreate");
    require(cublasSetPointerMode(fresh, CUBLAS_POINTER_MODE_DEVICE) == CUBLAS_STATUS_SUCCESS,
            "cublasSetPointerMode");
    return fresh;
  }();
  return made;
}

inline cublasStatus_t dot(int n, const float* A, const float* B, float* result) {
  return cublasSdot(handle(), n, A, 1, B, 1, result);
}

inline cublasStatus_t dot(int n, const double* A, const double* B, double* result) {
  return cublasDdot(handle(), n, A, 1, B, 1, result);
}

void cublas(int n, const real* A, const real* B, real* result) {
  if (n == 0) {
    require(cudaMemsetAsync(result, 0, sizeof(real)) == cudaSuccess, "cudaMemsetAsync");
    return;
  }
  require(dot(n, A, B, result) == CUBLAS_STATUS_SUCCESS, "the dot product");
}
