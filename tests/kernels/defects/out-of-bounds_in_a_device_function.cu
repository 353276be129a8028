// The overrun happens in a function that two kernels call, with a bad bound from one of them.
#include <cuda_runtime.h>

#include <cstdio>

__device__ float row_sum(const float* row, int length) {
  float sum = 0;
  for (int j = 0; j < length; ++j) sum += row[j];  // FINDING out-of-bounds
  return sum;
}

__global__ void sums(int n, const float* A, float* out) {
  int i = threadIdx.x;
  if (i < n) out[i] = row_sum(A + i * n, n);
}

__global__ void sums_with_padding(int n, int padded, const float* A, float* out) {
  int i = threadIdx.x;
  if (i < n) out[i] = row_sum(A + i * n, padded);
}

int main() {
  const int n = 30;
  float *dA, *out;
  cudaMalloc(&dA, n * n * sizeof(float));
  cudaMalloc(&out, n * sizeof(float));
  cudaMemset(dA, 0, n * n * sizeof(float));
  sums<<<1, 32>>>(n, dA, out);
  sums_with_padding<<<1, 32>>>(n, 32, dA, out);
  printf("%d\n", (int)cudaDeviceSynchronize());
  cudaFree(dA);
  cudaFree(out);
  return 0;
}
