// A histogram in shared memory that counts with ++.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void histogram(int n, const unsigned char* in, int* counts) {
  __shared__ int bins[16];
  if (threadIdx.x < 16) bins[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    bins[in[i] & 15]++;  // FINDING race
  __syncthreads();
  if (threadIdx.x < 16) atomicAdd(&counts[threadIdx.x], bins[threadIdx.x]);
}

int main() {
  const int n = 1000;
  unsigned char h[n];
  for (int i = 0; i < n; ++i) h[i] = i * i;
  unsigned char* in;
  int *counts, result[16];
  cudaMalloc(&in, n);
  cudaMalloc(&counts, sizeof(result));
  cudaMemcpy(in, h, n, cudaMemcpyHostToDevice);
  cudaMemset(counts, 0, sizeof(result));
  histogram<<<2, 64>>>(n, in, counts);
  cudaMemcpy(result, counts, sizeof(result), cudaMemcpyDeviceToHost);
  printf("%d\n", result[0]);
  cudaFree(in);
  cudaFree(counts);
  return 0;
}
