// Blocks take work with atomicAdd, and look with a plain load whether there is any left.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void work(int jobs, int* next, int* done) {
  if (threadIdx.x != 0) return;
  while (*next < jobs) {           // FINDING race ?
    int job = atomicAdd(next, 1);  // FINDING race ?
    if (job < jobs) done[job] = job;
  }
}

int main() {
  const int jobs = 50;
  int *next, *done, h[jobs];
  cudaMalloc(&next, sizeof(int));
  cudaMalloc(&done, sizeof(h));
  cudaMemset(next, 0, sizeof(int));
  work<<<4, 32>>>(jobs, next, done);
  cudaMemcpy(h, done, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%d\n", h[jobs - 1]);
  cudaFree(next);
  cudaFree(done);
  return 0;
}
