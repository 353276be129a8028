// Work in the default stream waits for that of ordinary streams before it, and they wait for it.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void add_one(int n, int* a) {
  const int i = threadIdx.x;
  if (i < n) a[i] += 1;
}

int main() {
  const int n = 64;
  int *a, h[n];
  cudaStream_t first, second;
  cudaStreamCreate(&first);
  cudaStreamCreate(&second);
  cudaMalloc(&a, sizeof(h));
  cudaMemset(a, 0, sizeof(h));
  add_one<<<1, n, 0, first>>>(n, a);
  add_one<<<1, n>>>(n, a);
  add_one<<<1, n, 0, second>>>(n, a);
  cudaMemcpy(h, a, sizeof(h), cudaMemcpyDeviceToHost);
  cudaStreamDestroy(first);
  cudaStreamDestroy(second);
  cudaFree(a);
  int wrong = 0;
  for (int i = 0; i < n; ++i)
    if (h[i] != 3) ++wrong;
  return wrong != 0;
}
