// The kernel is given the address of a local variable of main to put its result in.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void count(int n, const int* in, int* result) {
  int i = threadIdx.x;
  if (i < n && in[i] > 3) atomicAdd(result, 1);  // FINDING wrong-memory
}

int main() {
  const int n = 32;
  int h[n], result = 0;
  for (int i = 0; i < n; ++i) h[i] = i;
  int* in;
  cudaMalloc(&in, sizeof(h));
  cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
  count<<<1, 32>>>(n, in, &result);
  printf("%d\n", (int)cudaDeviceSynchronize());
  cudaGetLastError();
  cudaFree(in);
  printf("%d\n", result);
  return 0;
}
