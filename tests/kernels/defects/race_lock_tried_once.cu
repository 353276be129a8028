// Nobody waits for the lock: one kernel leaves its part out when the lock is taken, the others go
// on as if they had taken it. ONLY
__device__ int locks[4];

__global__ void tries(int* total) {
  if (atomicCAS(&locks[0], 0, 1) == 0) {  // FINDING race
    __threadfence();
    *total += 1;
    __threadfence();
    atomicExch(&locks[0], 0);
  }
}

__global__ void exchanges(int* total) {
  if (atomicExch(&locks[1], 1) == 0) {  // FINDING race
    __threadfence();
    *total += 1;
    __threadfence();
    atomicExch(&locks[1], 0);
  }
}

__global__ void does_not_look(int* total) {
  atomicCAS(&locks[2], 0, 1);
  __threadfence();
  *total += 1;  // FINDING race
  __threadfence();
  atomicExch(&locks[2], 0);
}

__global__ void exchanges_without_looking(int* total) {
  if (threadIdx.x == 0) atomicExch(&locks[3], 1);
  __threadfence();
  *total += 1;  // FINDING race
  __threadfence();
  atomicExch(&locks[3], 0);
}

int main() {
  int* numbers;
  cudaMalloc(&numbers, 4 * sizeof(int));
  cudaMemset(numbers, 0, 4 * sizeof(int));
  tries<<<4, 1>>>(numbers);
  exchanges<<<4, 1>>>(numbers + 1);
  does_not_look<<<4, 1>>>(numbers + 2);
  exchanges_without_looking<<<4, 1>>>(numbers + 3);
  cudaDeviceSynchronize();
  cudaFree(numbers);
}
