// Every block waits for the flag of the block before it; nobody sets the first one.
// HANGS
#include <cuda_runtime.h>

#include <cstdio>

__global__ void chain(volatile int* flag, int* out) {
  if (threadIdx.x == 0) {
    while (flag[blockIdx.x] == 0) {  // FINDING deadlock
    }
    __threadfence();
    out[blockIdx.x] = 1;
    flag[blockIdx.x + 1] = 1;
  }
}

int main() {
  const int blocks = 3;
  int *flag, *out;
  cudaMalloc(&flag, (blocks + 1) * sizeof(int));
  cudaMalloc(&out, blocks * sizeof(int));
  cudaMemset(flag, 0, (blocks + 1) * sizeof(int));
  chain<<<blocks, 32>>>(flag, out);
  printf("%d\n", (int)cudaDeviceSynchronize());
  cudaGetLastError();
  cudaFree(flag);
  cudaFree(out);
  return 0;
}
