// printf and assert in a kernel, with arguments of several types.
#include <cuda_runtime.h>

#include <cassert>
#include <cstdio>

__global__ void talk(int n, const float* a) {
  const int i = threadIdx.x;
  assert(i < blockDim.x);
  assert(n > 0 && a[i % n] >= 0);
  if (i < 2)
    printf("thread %d of block %u: %g %s %c %lld\n", i, blockIdx.x, a[i], "says", '!', 5LL);
}

int main() {
  const int n = 10;
  float h[n], *a;
  for (int i = 0; i < n; ++i) h[i] = i;
  cudaMalloc(&a, sizeof(h));
  cudaMemcpy(a, h, sizeof(h), cudaMemcpyHostToDevice);
  talk<<<2, 32>>>(n, a);
  const cudaError_t error = cudaDeviceSynchronize();
  cudaFree(a);
  return error != cudaSuccess;
}
