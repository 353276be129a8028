// Locks, flags and counters that threads hand values on by, and no fence before the change of them.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void lock_for_blocks(int* lock, int* sum) {
  if (threadIdx.x != 0) return;
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  __threadfence();
  *sum = *sum + 1;  // FINDING race.no-release
  atomicExch(lock, 0);
}

__global__ void lock_for_warps(int* out) {
  __shared__ int lock, sum;
  if (threadIdx.x == 0) lock = sum = 0;
  __syncthreads();
  if (threadIdx.x % 32 == 0) {
    while (atomicExch(&lock, 1) != 0) {
    }
    sum += 1;  // FINDING race.no-release
    atomicSub(&lock, 1);
  }
  __syncthreads();
  if (threadIdx.x == 0) *out = sum;
}

__global__ void volatile_lock(int* lock, int* sum) {
  if (threadIdx.x != 0) return;
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  __threadfence();
  *sum = *sum + 1;  // FINDING race.no-release
  *(volatile int*)lock = 0;
}

__global__ void flag_by_atomics(int* value, int* flag, int* out) {
  if (blockIdx.x == 0) {
    *value = 1;  // OTHER
    atomicExch(flag, 1);
  } else {
    while (atomicAdd(flag, 0) == 0) {
    }
    *out = *value;  // FINDING race.no-release
  }
}

__global__ void tickets(int* part, unsigned* count, int* out) {
  __shared__ bool last;
  const int t = threadIdx.x;
  part[blockIdx.x * 64 + t] = t;  // OTHER
  __syncthreads();
  if (t == 0) last = atomicAdd(count, 1) == gridDim.x - 1;
  __syncthreads();
  if (!last) return;
  int sum = 0;
  for (int b = 0; b < gridDim.x; ++b) sum += part[b * 64 + t];  // FINDING race.no-release
  out[t] = sum;
}

__global__ void barrier_of_the_grid(int* part, int* count, int* out) {
  const int b = blockIdx.x;
  part[b] = b;  // OTHER
  atomicAdd(count, 1);
  while (*(volatile int*)count < gridDim.x) {
  }
  out[b] = part[(b + 1) % gridDim.x];  // FINDING race.no-release
}

__global__ void fence_before_the_store(int* value, volatile int* flag, int* out) {
  if (blockIdx.x == 0) {
    __threadfence();
    *value = 1;  // OTHER
    *flag = 1;
  } else {
    while (*flag == 0) {
    }
    *out = *value;  // FINDING race.no-release
  }
}

int main() {
  int* a;
  cudaMalloc(&a, 1024 * sizeof(int));
  const auto clear = [&] { cudaMemset(a, 0, 1024 * sizeof(int)); };
  clear();
  lock_for_blocks<<<4, 32>>>(a, a + 1);
  clear();
  lock_for_warps<<<1, 128>>>(a);
  clear();
  volatile_lock<<<4, 32>>>(a, a + 1);
  clear();
  flag_by_atomics<<<2, 1>>>(a, a + 1, a + 2);
  clear();
  tickets<<<4, 64>>>(a, (unsigned*)a + 900, a + 500);
  clear();
  barrier_of_the_grid<<<4, 1>>>(a, a + 100, a + 200);
  clear();
  fence_before_the_store<<<2, 1>>>(a, a + 1, a + 2);
  cudaDeviceSynchronize();
  cudaFree(a);
  return 0;
}
