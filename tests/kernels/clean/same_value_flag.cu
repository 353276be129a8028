// Many threads store the same value to a flag, in shared and in global memory: one of the stores is
// done, and which one makes no difference.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void is_sorted(int n, const int* a, int* unsorted, int* bad_blocks) {
  __shared__ bool bad;
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x == 0) bad = false;
  __syncthreads();
  if (i + 1 < n && a[i] > a[i + 1]) {
    bad = true;
    *unsorted = 1;
  }
  __syncthreads();
  if (threadIdx.x == 0 && bad) atomicAdd(bad_blocks, 1);
}

int main() {
  const int n = 300;
  int h[n], *a, *unsorted, *bad_blocks, r[2];
  for (int i = 0; i < n; ++i) h[i] = i < 200 ? i % 50 : i;
  cudaMalloc(&a, sizeof(h));
  cudaMalloc(&unsorted, sizeof(int));
  cudaMalloc(&bad_blocks, sizeof(int));
  cudaMemcpy(a, h, sizeof(h), cudaMemcpyHostToDevice);
  cudaMemset(unsorted, 0, sizeof(int));
  cudaMemset(bad_blocks, 0, sizeof(int));
  is_sorted<<<3, 128>>>(n, a, unsorted, bad_blocks);
  cudaMemcpy(&r[0], unsorted, sizeof(int), cudaMemcpyDeviceToHost);
  cudaMemcpy(&r[1], bad_blocks, sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(a);
  cudaFree(unsorted);
  cudaFree(bad_blocks);
  return r[0] != 1 || r[1] != 2;
}
