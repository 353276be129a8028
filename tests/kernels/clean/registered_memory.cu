// Ordinary host memory that is registered with CUDA, for a kernel and for asynchronous copies.
#include <cuda_runtime.h>

#include <cstdio>

#include <cstdlib>

__global__ void negate(int n, int* a) {
  if (threadIdx.x < n) a[threadIdx.x] = -a[threadIdx.x];
}

int main() {
  const int n = 64;
  int wrong = 0, *mapped, *d;
  int* h = (int*)malloc(n * sizeof(int));
  for (int i = 0; i < n; ++i) h[i] = i;
  cudaHostRegister(h, n * sizeof(int), cudaHostRegisterMapped);
  cudaHostGetDevicePointer((void**)&mapped, h, 0);
  negate<<<1, n>>>(n, mapped);
  cudaDeviceSynchronize();
  cudaMalloc(&d, n * sizeof(int));
  cudaMemcpyAsync(d, h, n * sizeof(int), cudaMemcpyHostToDevice);
  negate<<<1, n / 2>>>(n, d);
  cudaMemcpyAsync(h, d, n * sizeof(int), cudaMemcpyDeviceToHost);
  cudaDeviceSynchronize();
  cudaHostUnregister(h);
  for (int i = 0; i < n; ++i)
    if (h[i] != (i < n / 2 ? i : -i)) ++wrong;
  cudaFree(d);
  free(h);
  return wrong != 0;
}
