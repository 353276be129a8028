// A row that was never filled is copied by memcpy in a kernel.
#include <cuda_runtime.h>

#include <cstdio>

#include <cstring>

__global__ void duplicate(int rows, const float* in, float* out) {
  const int row = threadIdx.x;
  if (row < rows)
    memcpy(out + 16 * row, in + 16 * row, 16 * sizeof(float));  // FINDING uninitialized
}

int main() {
  const int rows = 5;
  float h[16 * rows] = {}, *in, *out;
  cudaMalloc(&in, sizeof(h));
  cudaMalloc(&out, sizeof(h));
  cudaMemcpy(in, h, 16 * (rows - 1) * sizeof(float), cudaMemcpyHostToDevice);
  duplicate<<<1, 32>>>(rows, in, out);
  printf("%d\n", (int)cudaDeviceSynchronize());
  cudaFree(in);
  cudaFree(out);
  return 0;
}
