// Jacobi's iteration; the two vectors swap roles after each launch.
#include <cuda_runtime.h>

#include <cstdio>

#include <utility>

#define CHECK(call)                                                         \
  do {                                                                      \
    cudaError_t error = (call);                                             \
    if (error != cudaSuccess) {                                             \
      printf("%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(error)); \
      return 1;                                                             \
    }                                                                       \
  } while (0)

__global__ void sweep(int n, const double* A, const double* b, const double* x, double* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  double sum = b[i];
  for (int j = 0; j < n; ++j)
    if (j != i) sum -= A[i * n + j] * x[j];
  y[i] = sum / A[i * n + i];
}

int main() {
  const int n = 70;
  static double A[n * n], b[n], x[n];
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) A[i * n + j] = i == j ? 2 * n : 1;
    b[i] = 3 * n - 1;  // the solution is all ones
  }
  double *dA, *db, *dx, *dy;
  CHECK(cudaMalloc(&dA, sizeof(A)));
  CHECK(cudaMalloc(&db, sizeof(b)));
  CHECK(cudaMalloc(&dx, sizeof(x)));
  CHECK(cudaMalloc(&dy, sizeof(x)));
  CHECK(cudaMemcpy(dA, A, sizeof(A), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(db, b, sizeof(b), cudaMemcpyHostToDevice));
  CHECK(cudaMemset(dx, 0, sizeof(x)));
  for (int s = 0; s < 51; ++s) {
    sweep<<<(n + 31) / 32, 32>>>(n, dA, db, dx, dy);
    CHECK(cudaGetLastError());
    std::swap(dx, dy);
  }
  CHECK(cudaMemcpy(x, dx, sizeof(x), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(dA));
  CHECK(cudaFree(db));
  CHECK(cudaFree(dx));
  CHECK(cudaFree(dy));
  for (int i = 0; i < n; ++i)
    if (!(x[i] > 0.999999 && x[i] < 1.000001)) return 1;
  return 0;
}
