// Block 0 sets the result to zero while the others may have added to it.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void total(int n, const int* in, int* result) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i == 0) *result = 0;              // FINDING race ?
  if (i < n) atomicAdd(result, in[i]);  // FINDING race ?
}

int main() {
  const int n = 200;
  int h[n], r;
  for (int i = 0; i < n; ++i) h[i] = 1;
  int *in, *result;
  cudaMalloc(&in, sizeof(h));
  cudaMalloc(&result, sizeof(int));
  cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
  cudaMemset(result, 0, sizeof(int));
  total<<<4, 64>>>(n, in, result);
  cudaMemcpy(&r, result, sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d\n", r);
  cudaFree(in);
  cudaFree(result);
  return 0;
}
