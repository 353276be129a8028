// All threads of a block let cudaMalloc store to one pointer in shared memory.
#include <cuda_runtime.h>

__global__ void allocate(int* sizes) {
  __shared__ int* scratch;
  cudaMalloc(&scratch, 64);  // FINDING race
  __syncthreads();
  if (threadIdx.x == 0) sizes[blockIdx.x] = scratch != nullptr ? 64 : 0;
  __syncthreads();
  if (threadIdx.x == 0) cudaFree(scratch);
}

int main() {
  int* sizes;
  cudaMalloc(&sizes, sizeof(int));
  allocate<<<1, 1>>>(sizes);
  allocate<<<1, 2>>>(sizes);  // the first of two is never freed
  cudaDeviceSynchronize();
  cudaFree(sizes);
  return 0;
}
