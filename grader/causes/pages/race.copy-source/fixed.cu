// Reverses each block's numbers in place, by way of shared memory.
#include <cuda_pipeline.h>
#include <cstdio>

__global__ void reverse(int* a) {
  __shared__ int s[64];
  int t = threadIdx.x, first = blockIdx.x * 64;
  int mine = a[first + t];
  __pipeline_memcpy_async(&s[t], &a[first + t], 4);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  a[first + 63 - t] = mine;
  __syncthreads();
  a[first + t] += s[t];
}

int main() {
  int* a;
  cudaMallocManaged(&a, 128 * sizeof(int));
  for (int i = 0; i < 128; ++i) a[i] = i;
  reverse<<<2, 64>>>(a);
  cudaDeviceSynchronize();
  printf("%d %d\n", a[0], a[127]);  // should print 63 191
  cudaFree(a);
}
