// Locks that are found taken and tried again: in a loop that counts, by another atomic, after other
// work.
#include <cuda_runtime.h>

__device__ int locks[4], counted;

__device__ void add_and_release(int* total, int* lock) {
  __threadfence();
  *total += 1;
  __threadfence();
  atomicExch(lock, 0);
}

__global__ void spins(int* total) {
  for (int tries = 0; atomicCAS(&locks[0], 0, 1) != 0; ++tries) {
  }
  add_and_release(total, &locks[0]);
}

__global__ void first_once(int* total) {
  if (atomicCAS(&locks[1], 0, 1) == 1)
    while (atomicExch(&locks[1], 1) == 1) {
    }
  add_and_release(total, &locks[1]);
}

__global__ void works_meanwhile(int* total) {
  bool done = false;
  while (!done) {
    if (atomicCAS(&locks[2], 0, 1) == 0) {
      add_and_release(total, &locks[2]);
      done = true;
    } else {
      atomicAdd(&counted, 1);
    }
  }
}

// Of an atomic that nobody looks at, only the sum counts.
__global__ void counts(int* total) {
  atomicAdd(total, 1);
  atomicMax(total + 1, static_cast<int>(blockIdx.x));
}

int main() {
  int *totals, sums[5], wrong = 0;
  cudaMalloc(&totals, sizeof(sums));
  cudaMemset(totals, 0, sizeof(sums));
  spins<<<9, 1>>>(totals);
  first_once<<<9, 1>>>(totals + 1);
  works_meanwhile<<<9, 1>>>(totals + 2);
  counts<<<9, 1>>>(totals + 3);
  cudaMemcpy(sums, totals, sizeof(sums), cudaMemcpyDeviceToHost);
  cudaFree(totals);
  for (int i = 0; i < 4; ++i) wrong += sums[i] != 9;
  return wrong + (sums[4] != 8);
}
