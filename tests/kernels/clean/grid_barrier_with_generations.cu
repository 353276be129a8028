// A barrier for the grid that can be used again: the last to arrive resets the count and opens the
// next generation, for which the others wait at a volatile word.
#include <cuda_runtime.h>

#include <cstdio>

struct Barrier {
  unsigned count, generation;
};

__device__ void meet(Barrier* b) {
  __syncthreads();
  if (threadIdx.x == 0) {
    volatile unsigned* generation = &b->generation;
    const unsigned mine = *generation;
    __threadfence();
    if (atomicAdd(&b->count, 1u) == gridDim.x - 1) {
      b->count = 0;
      __threadfence();
      *generation = mine + 1;
    } else {
      while (*generation == mine) {
      }
    }
    __threadfence();
  }
  __syncthreads();
}

__global__ void rotate(int rounds, int* a, int* b, Barrier* barrier) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, n = gridDim.x * blockDim.x;
  for (int r = 0; r < rounds; ++r) {
    b[i] = a[(i + 1) % n];
    meet(barrier);
    a[i] = b[(i + 1) % n];
    meet(barrier);
  }
}

int main() {
  const int n = 96, rounds = 5;
  int h[n], *a, *b;
  Barrier* barrier;
  for (int i = 0; i < n; ++i) h[i] = i;
  cudaMalloc(&a, sizeof(h));
  cudaMalloc(&b, sizeof(h));
  cudaMalloc(&barrier, sizeof(Barrier));
  cudaMemcpy(a, h, sizeof(h), cudaMemcpyHostToDevice);
  cudaMemset(barrier, 0, sizeof(Barrier));
  rotate<<<3, 32>>>(rounds, a, b, barrier);
  cudaMemcpy(h, a, sizeof(h), cudaMemcpyDeviceToHost);
  cudaFree(a);
  cudaFree(b);
  cudaFree(barrier);
  int wrong = 0;
  for (int i = 0; i < n; ++i)
    if (h[i] != (i + 2 * rounds) % n) ++wrong;
  return wrong != 0;
}
