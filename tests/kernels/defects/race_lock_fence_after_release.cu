// A lock whose second fence stands after the release, where it is of no use: the stores inside may
// be seen later than the free lock.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void append(int* lock, int* length, int* list) {
  if (threadIdx.x == 0) {
    while (atomicCAS(lock, 0, 1) != 0) {
    }
    __threadfence();
    int at = *length;       // FINDING race ?
    list[at] = blockIdx.x;  // MAYBE race
    *length = at + 1;       // FINDING race ?
    atomicExch(lock, 0);
    __threadfence();
  }
}

int main() {
  const int blocks = 10;
  int *lock, *length, *list, h = 0;
  cudaMalloc(&lock, sizeof(int));
  cudaMalloc(&length, sizeof(int));
  cudaMalloc(&list, blocks * sizeof(int));
  cudaMemset(lock, 0, sizeof(int));
  cudaMemset(length, 0, sizeof(int));
  cudaMemset(list, 0, blocks * sizeof(int));
  append<<<blocks, 32>>>(lock, length, list);
  cudaMemcpy(&h, length, sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d\n", h);
  cudaFree(lock);
  cudaFree(length);
  cudaFree(list);
  return 0;
}
