// The loops end when the lock is taken, not when it is free.
// ONLY
__device__ int locks[2];

__global__ void compare(int* total) {
  bool waiting = true;
  while (waiting) waiting = atomicCAS(&locks[0], 0, 1) == 0;  // FINDING race
  __threadfence();
  *total += 1;
  __threadfence();
  atomicExch(&locks[0], 0);
}

__global__ void exchange(int* total) {
  while (atomicExch(&locks[1], 1) == 0) {  // FINDING race
  }
  __threadfence();
  *total += 1;
  __threadfence();
  atomicExch(&locks[1], 0);
}

int main() {
  int* numbers;
  cudaMalloc(&numbers, 2 * sizeof(int));
  cudaMemset(numbers, 0, 2 * sizeof(int));
  compare<<<3, 1>>>(numbers);
  exchange<<<3, 1>>>(numbers + 1);
  cudaDeviceSynchronize();
  cudaFree(numbers);
}
