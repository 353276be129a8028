// memcpy in a kernel takes a row more than there is.
#include <cuda_runtime.h>

#include <cstdio>

#include <cstring>

__global__ void gather(int rows, int length, const float* in, float* out) {
  int row = threadIdx.x;
  if (row > rows) return;
  memcpy(out + row * length, in + row * length, length * sizeof(float));  // FINDING out-of-bounds
}

int main() {
  const int rows = 6, length = 50;
  float *in, *out;
  cudaMalloc(&in, rows * length * sizeof(float));
  cudaMalloc(&out, (rows + 1) * length * sizeof(float));
  cudaMemset(in, 0, rows * length * sizeof(float));
  gather<<<1, 32>>>(rows, length, in, out);
  printf("%d\n", (int)cudaDeviceSynchronize());
  cudaGetLastError();
  cudaFree(in);
  cudaFree(out);
  return 0;
}
