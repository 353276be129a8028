// Updates that race, beside atomics that order nothing and are not meant to: a fence would mend
// none.
#include <cuda_runtime.h>

__global__ void counted_after(int* counts, int* sum) {
  *sum += 1;  // FINDING race.update
  atomicAdd(&counts[threadIdx.x % 4], 1);
}

__global__ void counted_before(int* count, int* sum) {
  atomicAdd(count, 1);
  if (threadIdx.x == 0) *sum += 1;  // FINDING race.update
}

__global__ void another_lock(int* lock, int* guarded, int* sum) {
  if (threadIdx.x != 0) return;
  *sum += 1;  // FINDING race.update
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  __threadfence();
  *guarded = *guarded + 1;
  __threadfence();
  atomicExch(lock, 0);
}

__global__ void largest(int* most, int* sum) {
  atomicMax(most, threadIdx.x);
  if (threadIdx.x == 0) *sum += 1;  // FINDING race.update
}

__global__ void store_after_the_flag(int* value, int* flag, int* out) {
  if (blockIdx.x == 0) {
    __threadfence();
    atomicExch(flag, 1);
    *value = 1;  // FINDING race.grid ?
  } else {
    while (atomicAdd(flag, 0) == 0) {
    }
    *out = *value;  // FINDING race.grid ?
  }
}

int main() {
  int* a;
  cudaMalloc(&a, 64 * sizeof(int));
  const auto clear = [&] { cudaMemset(a, 0, 64 * sizeof(int)); };
  clear();
  counted_after<<<4, 32>>>(a, a + 8);
  clear();
  counted_before<<<4, 32>>>(a, a + 8);
  clear();
  another_lock<<<4, 32>>>(a, a + 1, a + 2);
  clear();
  largest<<<4, 32>>>(a, a + 1);
  clear();
  store_after_the_flag<<<2, 1>>>(a, a + 1, a + 2);
  cudaDeviceSynchronize();
  cudaFree(a);
  return 0;
}
