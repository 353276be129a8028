// cudaDeviceReset at the end frees what the program has forgotten; a memory checker reports it as a
// leak.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void square(float* a) { a[threadIdx.x] *= a[threadIdx.x]; }

int main() {
  float h[32], *a, *work;
  for (int i = 0; i < 32; ++i) h[i] = i;
  cudaMalloc(&a, sizeof(h));
  cudaMalloc(&work, 1 << 20);  // FINDING leak
  cudaMemcpy(a, h, sizeof(h), cudaMemcpyHostToDevice);
  square<<<1, 32>>>(a);
  cudaMemcpy(h, a, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%g\n", h[5]);
  cudaFree(a);
  cudaDeviceReset();
  return 0;
}
