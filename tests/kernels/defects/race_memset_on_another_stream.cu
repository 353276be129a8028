// The result is zeroed on one stream and added to on another.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void total(int n, const int* in, int* result) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(result, in[i]);  // FINDING race ?
}

int main() {
  const int n = 100;
  int h[n], r, *in, *result;
  cudaStream_t first, second;
  for (int i = 0; i < n; ++i) h[i] = 1;
  cudaStreamCreate(&first);
  cudaStreamCreate(&second);
  cudaMalloc(&in, sizeof(h));
  cudaMalloc(&result, sizeof(int));
  cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
  cudaMemset(result, 0, sizeof(int));
  cudaDeviceSynchronize();
  cudaMemsetAsync(result, 0, sizeof(int), first);  // FINDING race ?
  total<<<2, 64, 0, second>>>(n, in, result);
  cudaDeviceSynchronize();
  cudaMemcpy(&r, result, sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d\n", r);
  cudaStreamDestroy(first);
  cudaStreamDestroy(second);
  cudaFree(in);
  cudaFree(result);
  return 0;
}
