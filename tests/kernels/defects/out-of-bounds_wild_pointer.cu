// A pointer that was never set: cudaMalloc is forgotten, and the kernel writes to where it points.
#include <cuda_runtime.h>

#include <cstdint>
#include <cstdio>

__global__ void fill(int n, float* p) {
  int i = threadIdx.x;
  if (i < n) p[i] = 1;  // FINDING out-of-bounds|wrong-memory
}

int main() {
  std::uintptr_t garbage = 0x7f0123450;
  float* p = reinterpret_cast<float*>(garbage);
  fill<<<1, 32>>>(20, p);
  cudaError_t error = cudaDeviceSynchronize();
  printf("%s\n", cudaGetErrorString(error));
  cudaGetLastError();
  return 0;
}
