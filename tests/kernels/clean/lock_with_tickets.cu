// A ticket lock: atomicAdd draws a number, a volatile counter says whose turn it is; fences on both
// sides.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void append(unsigned* next, volatile unsigned* turn, int* length, int* list) {
  if (threadIdx.x != 0) return;
  const unsigned mine = atomicAdd(next, 1u);
  while (*turn != mine) {
  }
  __threadfence();
  const int at = *length;
  list[at] = blockIdx.x;
  *length = at + 1;
  __threadfence();
  *turn = mine + 1;
}

int main() {
  const int blocks = 20;
  unsigned* counters;
  int *length, *list, h[blocks], count = 0, sum = 0;
  cudaMalloc(&counters, 2 * sizeof(unsigned));
  cudaMalloc(&length, sizeof(int));
  cudaMalloc(&list, sizeof(h));
  cudaMemset(counters, 0, 2 * sizeof(unsigned));
  cudaMemset(length, 0, sizeof(int));
  append<<<blocks, 32>>>(counters, counters + 1, length, list);
  cudaMemcpy(&count, length, sizeof(int), cudaMemcpyDeviceToHost);
  cudaMemcpy(h, list, sizeof(h), cudaMemcpyDeviceToHost);
  cudaFree(counters);
  cudaFree(length);
  cudaFree(list);
  for (int b : h) sum += b;
  return count != blocks || sum != blocks * (blocks - 1) / 2;
}
