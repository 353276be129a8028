// A barrier for the whole grid: one thread of each block arrives, and all wait for as many as there
// are threads. HANGS
#include <cuda_runtime.h>

#include <cstdio>

__global__ void two_phases(unsigned* arrived, int* data, int* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  data[i] = i;
  __threadfence();
  __syncthreads();  // FINDING deadlock ?
  if (threadIdx.x == 0) {
    atomicAdd(arrived, 1u);
    while (atomicAdd(arrived, 0u) < gridDim.x * blockDim.x) {  // FINDING deadlock ?
    }
  }
  __syncthreads();  // FINDING deadlock ?
  out[i] = data[gridDim.x * blockDim.x - 1 - i];
}

int main() {
  unsigned* arrived;
  int *data, *out;
  cudaMalloc(&arrived, sizeof(unsigned));
  cudaMalloc(&data, 64 * sizeof(int));
  cudaMalloc(&out, 64 * sizeof(int));
  cudaMemset(arrived, 0, sizeof(unsigned));
  two_phases<<<2, 32>>>(arrived, data, out);
  printf("%d\n", (int)cudaDeviceSynchronize());
  cudaGetLastError();
  cudaFree(arrived);
  cudaFree(data);
  cudaFree(out);
  return 0;
}
