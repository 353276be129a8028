// The row index of a matrix in constant memory runs to M inclusive.
#include <cuda_runtime.h>

#include <cstdio>

constexpr int M = 4, N = 6;
__constant__ float matrix[M][N];

__global__ void column_sums(int rows, float* out) {
  float sum = 0;
  for (int i = 0; i < rows; ++i) sum += matrix[i][threadIdx.x];  // FINDING out-of-bounds
  out[threadIdx.x] = sum;
}

int main() {
  float A[M][N] = {}, h[N], *out;
  cudaMemcpyToSymbol(matrix, A, sizeof(A));
  cudaMalloc(&out, sizeof(h));
  column_sums<<<1, N>>>(M + 1, out);
  cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%g\n", h[0]);
  cudaFree(out);
  return 0;
}
