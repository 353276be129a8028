// Warp 1 sets a flag after the barrier; warp 0 wants to see it before it comes to the barrier.
// HANGS
#include <cuda_runtime.h>

#include <cstdio>

__global__ void crossed(int* out) {
  __shared__ volatile int ready;
  if (threadIdx.x == 0) ready = 0;
  __syncthreads();
  if (threadIdx.x < 32) {
    while (ready == 0) {  // FINDING deadlock ?
    }
  }
  __syncthreads();  // FINDING deadlock ?
  if (threadIdx.x == 32) ready = 1;
  out[threadIdx.x] = ready;
}

int main() {
  int* out;
  cudaMalloc(&out, 64 * sizeof(int));
  crossed<<<1, 64>>>(out);
  printf("%d\n", (int)cudaDeviceSynchronize());
  cudaGetLastError();
  cudaFree(out);
  return 0;
}
