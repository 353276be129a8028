// Block 0 sets the sum to zero, and after a barrier of its own adds to it as all blocks do: no
// barrier orders the others' additions after its store.
#include <cuda_runtime.h>

#include <cstdio>

__device__ int everywhere;

__global__ void total(int n, const int* in, int* result) {
  __shared__ int sum;
  if (threadIdx.x == 0) {
    sum = 0;
    if (blockIdx.x == 0) *result = 0;     // FINDING race ?1
    if (blockIdx.x == 0) everywhere = 0;  // FINDING race ?2
  }
  __syncthreads();
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&sum, in[i]);
  __syncthreads();
  if (threadIdx.x == 0) atomicAdd(result, sum);  // FINDING race ?1
  if (i < n) atomicAdd(&everywhere, in[i]);      // FINDING race ?2
}

int main() {
  const int n = 200;
  int h[n], r;
  for (int i = 0; i < n; ++i) h[i] = 1;
  int *in, *result;
  cudaMalloc(&in, sizeof(h));
  cudaMalloc(&result, sizeof(int));
  cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
  total<<<4, 64>>>(n, in, result);
  cudaMemcpy(&r, result, sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d\n", r);
  cudaFree(in);
  cudaFree(result);
  return 0;
}
