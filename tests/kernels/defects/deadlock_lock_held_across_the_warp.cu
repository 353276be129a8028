// Every lane takes the lock and, holding it, waits for its warp: the first has it, the others spin.
// HANGS
#include <cuda_runtime.h>

#include <cstdio>

__global__ void add_all(int* lock, int* sum) {
  while (atomicCAS(lock, 0, 1) != 0) {  // FINDING deadlock ?
  }
  __threadfence();
  *sum += threadIdx.x;
  __syncwarp();  // FINDING deadlock ?
  __threadfence();
  atomicExch(lock, 0);
}

int main() {
  int *lock, *sum;
  cudaMalloc(&lock, sizeof(int));
  cudaMalloc(&sum, sizeof(int));
  cudaMemset(lock, 0, sizeof(int));
  cudaMemset(sum, 0, sizeof(int));
  add_all<<<1, 32>>>(lock, sum);
  printf("%d\n", (int)cudaDeviceSynchronize());
  cudaGetLastError();
  cudaFree(lock);
  cudaFree(sum);
  return 0;
}
