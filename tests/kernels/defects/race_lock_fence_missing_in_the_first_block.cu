// Only some blocks have a fence after taking the lock. Those without one may be first, as here, or
// last: the mistake is the same.
// ONLY
__device__ int locks[3];

__global__ void count(int* total) {
  while (atomicCAS(&locks[0], 0, 1) != 0) {
  }
  if (blockIdx.x != 0) __threadfence();
  *total += 1 + blockIdx.x;  // FINDING race advice
  __threadfence();
  atomicExch(&locks[0], 0);
}

__global__ void take_by_exchange(int* total) {
  if (threadIdx.x == 0) {
    while (atomicExch(&locks[1], 1) != 0) {
    }
    if (blockIdx.x == 2) __threadfence();
    *total += 1;  // FINDING race advice
    __threadfence();
    atomicExch(&locks[1], 0);
  }
}

__global__ void read_and_write(int* value, int* seen) {
  while (atomicCAS(&locks[2], 0, 1) != 0) {
  }
  if (blockIdx.x == 0) {
    *seen = *value;  // FINDING race advice
  } else {
    __threadfence();
    *value = 4;  // OTHER
  }
  __threadfence();
  atomicExch(&locks[2], 0);
}

int main() {
  int* numbers;
  cudaMalloc(&numbers, 4 * sizeof(int));
  cudaMemset(numbers, 0, 4 * sizeof(int));
  count<<<2, 1>>>(numbers);
  take_by_exchange<<<3, 32>>>(numbers + 1);
  read_and_write<<<2, 1>>>(numbers + 2, numbers + 3);
  cudaDeviceSynchronize();
  cudaFree(numbers);
}
