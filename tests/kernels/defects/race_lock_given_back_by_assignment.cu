// A lock that is taken by an atomic and given back by a plain store, with and without fences: the
// store orders nothing.
#include <cuda_runtime.h>

__global__ void without_fences(int* lock, int* sum) {
  if (threadIdx.x != 0) return;
  while (atomicCAS(lock, 0, 1) != 0) {  // FINDING race.mixed-in-grid
  }
  *sum = *sum + 1;  // FINDING race.plain-release
  *lock = 0;        // OTHER
}

__global__ void with_fences(int* lock, int* sum) {
  if (threadIdx.x != 0) return;
  while (atomicCAS(lock, 0, 1) != 0) {  // FINDING race.mixed-in-grid
  }
  __threadfence();
  *sum = *sum + 1;  // FINDING race.plain-release
  __threadfence();
  *lock = 0;  // OTHER
}

int main() {
  int* a;
  cudaMalloc(&a, 2 * sizeof(int));
  cudaMemset(a, 0, 2 * sizeof(int));
  without_fences<<<4, 32>>>(a, a + 1);
  cudaMemset(a, 0, 2 * sizeof(int));
  with_fences<<<4, 32>>>(a, a + 1);
  cudaDeviceSynchronize();
  cudaFree(a);
  return 0;
}
