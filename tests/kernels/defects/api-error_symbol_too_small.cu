// The matrix is larger than the constant array that it is copied to.
#include <cuda_runtime.h>

#include <cstdio>

__constant__ float matrix[8 * 8];

__global__ void row_sums(float* out) {
  float s = 0;
  for (int j = 0; j < 8; ++j) s += matrix[threadIdx.x * 8 + j];
  out[threadIdx.x] = s;
}

int main() {
  float A[10 * 10] = {}, h[8], *out;
  cudaMalloc(&out, sizeof(h));
  cudaMemcpyToSymbol(matrix, A, sizeof(A));  // FINDING api-error
  row_sums<<<1, 8>>>(out);
  cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%g\n", h[0]);
  cudaFree(out);
  return 0;
}
