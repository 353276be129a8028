// All lanes of a warp wait in a loop for the same lock. Since Volta each gets it in the end;
// before, the loop could keep the one that has it from going on. The lock is taken in one line and
// released in another: only the first is the place. ONLY
#include <cuda_runtime.h>

#include <cstdio>

__global__ void add_all(int* lock, int* sum) {
  while (atomicCAS(lock, 0, 1) != 0) {  // FINDING deadlock advice
  }
  __threadfence();
  *sum += threadIdx.x;
  __threadfence();
  atomicExch(lock, 0);
}

int main() {
  int *lock, *sum;
  cudaMalloc(&lock, sizeof(int));
  cudaMalloc(&sum, sizeof(int));
  cudaMemset(lock, 0, sizeof(int));
  cudaMemset(sum, 0, sizeof(int));
  add_all<<<2, 96>>>(lock, sum);
  int host = 0;
  cudaMemcpy(&host, sum, sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d\n", host);
  cudaFree(lock);
  cudaFree(sum);
  return 0;
}
