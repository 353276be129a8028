// The block of the highest index takes itself for the last one to add its count of even numbers,
// and takes the half. A counter that only counts may be known to its last block; a sum is not.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void even(int n, const int* x, int* result) {
  __shared__ int s[64];
  const int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  s[t] = i < n && x[i] % 2 == 0;
  __syncthreads();
  for (int k = 32; k > 0; k /= 2) {
    if (t < k) s[t] += s[t + k];
    __syncthreads();
  }
  if (t != 0) return;
  atomicAdd(result, s[0]);                                 // FINDING race ?
  if (blockIdx.x == gridDim.x - 1) *result = *result / 2;  // FINDING race ?
}

int main() {
  const int n = 256;
  int h[n], r;
  for (int i = 0; i < n; ++i) h[i] = i;
  int *x, *result;
  cudaMalloc(&x, sizeof(h));
  cudaMalloc(&result, sizeof(int));
  cudaMemcpy(x, h, sizeof(h), cudaMemcpyHostToDevice);
  cudaMemset(result, 0, sizeof(int));
  even<<<4, 64>>>(n, x, result);
  cudaMemcpy(&r, result, sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d\n", r);
  cudaFree(x);
  cudaFree(result);
  return 0;
}
