// Whoever hands values over has a fence before the flag or the release; whoever takes them has none
// behind its look at it. On today's GPUs that is seldom seen: advice.
// ONLY
#include <cuda_runtime.h>

#include <cstdio>

__global__ void volatile_flag(int* value, volatile int* flag, int* out) {
  if (blockIdx.x == 0) {
    *value = 1;  // OTHER
    __threadfence();
    *flag = 1;
  } else {
    while (*flag == 0) {
    }
    *out = *value;  // FINDING race advice
  }
}

__global__ void atomic_flag(int* value, int* flag, int* out) {
  if (blockIdx.x == 0) {
    *value = 2;  // OTHER
    __threadfence();
    atomicExch(flag, 1);
  } else {
    while (atomicAdd(flag, 0) == 0) {
    }
    *out = *value;  // FINDING race advice
  }
}

__global__ void lock(int* taken, int* sum) {
  if (threadIdx.x != 0) return;
  while (atomicCAS(taken, 0, 1) != 0) {
  }
  *sum = *sum + blockIdx.x;  // FINDING race advice, OTHER
  __threadfence();
  atomicExch(taken, 0);
}

__global__ void last_ticket(int* parts, unsigned* tickets, int* out) {
  parts[threadIdx.x] = threadIdx.x;  // OTHER
  __threadfence();
  if (atomicAdd(tickets, 1u) != blockDim.x - 1) return;
  int sum = 0;
  for (unsigned i = 0; i < blockDim.x; ++i) sum += parts[i];  // FINDING race advice
  *out = sum;
}

__global__ void one_lane_waits(int* values, volatile int* flag, int* out) {
  const int t = threadIdx.x;
  if (blockIdx.x == 0) {
    if (t == 0) {
      for (int i = 0; i < 32; ++i) values[i] = i;  // OTHER
      __threadfence();
      *flag = 1;
    }
  } else {
    if (t == 0)
      while (*flag == 0) {
      }
    __syncwarp();
    out[t] = values[t];  // FINDING race advice
  }
}

__global__ void fence_of_the_block(int* value, volatile int* flag, int* out) {
  if (blockIdx.x == 0) {
    *value = 3;  // OTHER
    __threadfence();
    *flag = 1;
  } else {
    while (*flag == 0) {
    }
    __threadfence_block();
    *out = *value;  // FINDING race advice
  }
}

__global__ void warp_to_warp(int* out) {
  __shared__ int value;
  __shared__ volatile int flag;
  if (threadIdx.x == 0) flag = 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    value = 4;  // OTHER
    __threadfence_block();
    flag = 1;
  } else if (threadIdx.x == 32) {
    while (flag == 0) {
    }
    *out = value;  // FINDING race advice
  }
}

int main() {
  int* a;
  const auto clear = [&] { cudaMemset(a, 0, 256 * sizeof(int)); };
  cudaMalloc(&a, 256 * sizeof(int));
  clear();
  volatile_flag<<<2, 1>>>(a, a + 1, a + 2);
  clear();
  atomic_flag<<<2, 1>>>(a, a + 1, a + 2);
  clear();
  lock<<<4, 32>>>(a, a + 1);
  clear();
  last_ticket<<<1, 64>>>(a, reinterpret_cast<unsigned*>(a + 64), a + 65);
  clear();
  one_lane_waits<<<2, 32>>>(a, a + 32, a + 64);
  clear();
  fence_of_the_block<<<2, 1>>>(a, a + 1, a + 2);
  warp_to_warp<<<1, 64>>>(a);
  cudaDeviceSynchronize();
  cudaFree(a);
  return 0;
}
