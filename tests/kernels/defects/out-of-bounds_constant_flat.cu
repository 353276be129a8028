// A matrix in constant memory, walked through as one long vector with the wrong row length.
#include <cuda_runtime.h>

#include <cstdio>

constexpr int M = 12, N = 8;
__constant__ float matrix[M * N];

__global__ void row_sums(float* out) {
  int i = threadIdx.x;
  if (i >= M) return;
  float sum = 0;
  for (int j = 0; j < N; ++j) sum += matrix[i * M + j];  // FINDING out-of-bounds
  out[i] = sum;
}

int main() {
  float A[M * N], h[M];
  for (int i = 0; i < M * N; ++i) A[i] = 1;
  cudaMemcpyToSymbol(matrix, A, sizeof(A));
  float* out;
  cudaMalloc(&out, sizeof(h));
  row_sums<<<1, 32>>>(out);
  cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%g\n", h[0]);
  cudaFree(out);
  return 0;
}
