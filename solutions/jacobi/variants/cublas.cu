// The vendor's library, as one would use it: each sweep is one gemv, r = A·x, and a kernel of one
// line, x += D⁻¹(b − r). The matrix-vector product runs at the speed of the memory; but it is a
// launch of its own, and one library call knows nothing of the next.
#include <cublas_v2.h>

#include "../jacobi.cu"

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

void cublas(int n, int iterations, const real* A, const real* b, real* x, int block_size) {
  if (n == 0) return;
  DeviceSystem device = to_device(n, A, b);
  for (int sweep = 0; sweep < iterations; ++sweep) {
    CHECK_CUBLAS(product(n, device.A, device.x, device.y));
    update_kernel<<<parts(n, block_size), block_size>>>(n, device.A, device.b, device.y, device.x);
    CHECK(cudaGetLastError());
  }
  to_host(n, device, x);
}
