// The exchange leaves the lock as it is, so any number of threads hold it at once.
// ONLY
__device__ int locks[2];

__global__ void compares_with_taken(int* total) {
  while (atomicCAS(&locks[0], 1, 1) != 0) {
  }
  __threadfence();
  *total += 1;  // FINDING race
  __threadfence();
  atomicExch(&locks[0], 0);
}

__global__ void takes_with_free(int* total) {
  while (atomicCAS(&locks[1], 0, 0) != 0) {
  }
  __threadfence();
  *total += 1;  // FINDING race
  __threadfence();
  atomicExch(&locks[1], 0);
}

int main() {
  int* numbers;
  cudaMalloc(&numbers, 2 * sizeof(int));
  cudaMemset(numbers, 0, 2 * sizeof(int));
  compares_with_taken<<<3, 1>>>(numbers);
  takes_with_free<<<3, 1>>>(numbers + 1);
  cudaDeviceSynchronize();
  cudaFree(numbers);
}
