// The vendor's library. Its matrices are stored by columns: what is the upper triangle for us is
// the lower one for it. Handle and workspace are made once and kept.
#include <cuda_runtime.h>
#include <cusolverDn.h>

#include <cstddef>
#include <cstdio>
#include <cstdlib>

#include "cholesky.h"

inline void require(bool good, const char* what) {
  if (good) return;
  std::fprintf(stderr, "cusolver: %s failed\n", what);
  std::abort();
}

inline cusolverDnHandle_t handle() {
  static const cusolverDnHandle_t made = [] {
    cusolverDnHandle_t fresh = nullptr;
    require(cusolverDnCreate(&fresh) == CUSOLVER_STATUS_SUCCESS, "cusolverDnCreate");
    return fresh;
  }();
  return made;
}

/// Device memory of at least that size; the same one again while it is large enough.
inline void* workspace(std::size_t bytes) {
  static void* memory = nullptr;
  static std::size_t size = 0;
  if (bytes > size) {
    require(cudaFree(memory) == cudaSuccess, "cudaFree");
    require(cudaMalloc(&memory, bytes) == cudaSuccess, "cudaMalloc");
    size = bytes;
  }
  return memory;
}

constexpr cublasFillMode_t lower = CUBLAS_FILL_MODE_LOWER;

inline cusolverStatus_t size_for(int n, float* A, int* size) {
  return cusolverDnSpotrf_bufferSize(handle(), lower, n, A, n, size);
}

inline cusolverStatus_t size_for(int n, double* A, int* size) {
  return cusolverDnDpotrf_bufferSize(handle(), lower, n, A, n, size);
}

inline cusolverStatus_t potrf(int n, float* A, float* scratch, int size, int* info) {
  return cusolverDnSpotrf(handle(), lower, n, A, n, scratch, size, info);
}

inline cusolverStatus_t potrf(int n, double* A, double* scratch, int size, int* info) {
  return cusolverDnDpotrf(handle(), lower, n, A, n, scratch, size, info);
}

int cusolver(int n, real* A) {
  if (n == 0) return 0;
  int size = 0;
  require(size_for(n, A, &size) == CUSOLVER_STATUS_SUCCESS, "the size of the workspace");
  // 256 bytes for info, and then what the library asks for.
  char* memory = static_cast<char*>(workspace(256 + static_cast<std::size_t>(size) * sizeof(real)));
  int* info = reinterpret_cast<int*>(memory);
  real* scratch = reinterpret_cast<real*>(memory + 256);
  require(potrf(n, A, scratch, size, info) == CUSOLVER_STATUS_SUCCESS, "potrf");
  int result = -1;
  require(cudaMemcpy(&result, info, sizeof(int), cudaMemcpyDeviceToHost) == cudaSuccess,
          "cudaMemcpy");
  return result;
}
