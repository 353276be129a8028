// Half a warp meets, each of its lanes counts atomically, and all read what one of them stores
// after the next meeting.
#include <cuda_runtime.h>

__global__ void halves(int* count, int* out) {
  __shared__ int value[2];
  const int half = threadIdx.x / 16 % 2;
  const unsigned lanes = 0xffffu << 16 * half;
  if (threadIdx.x % 16 == 0) value[half] = half;
  __syncwarp(lanes);
  for (int round = 0; round < 3; ++round) {
    atomicAdd(&count[threadIdx.x % 4], 1);
    out[threadIdx.x] = value[half];
    __syncwarp(lanes);
    if (threadIdx.x % 16 == round) value[half] = round;
    __syncwarp(lanes);
  }
}

int main() {
  int* a;
  cudaMalloc(&a, 64 * sizeof(int));
  cudaMemset(a, 0, 64 * sizeof(int));
  halves<<<1, 32>>>(a, a + 4);
  cudaDeviceSynchronize();
  cudaFree(a);
  return 0;
}
