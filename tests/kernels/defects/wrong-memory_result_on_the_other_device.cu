// The result is allocated while device 0 is current, and filled by a kernel on device 1.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void fill(int n, int* a) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    a[i] = i;  // FINDING wrong-memory
}

int main() {
  const int n = 2000;
  int* a;
  cudaSetDevice(0);
  cudaMalloc(&a, n * sizeof(int));  // FINDING leak
  cudaSetDevice(1);
  fill<<<8, 128>>>(n, a);
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  return 0;
}
