// The kernel frees an array that is not on the device's heap: the host has allocated it with
// cudaMalloc.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void halve(int n, int* a, int* out) {
  if (threadIdx.x < n) out[threadIdx.x] = a[threadIdx.x] / 2;
  __syncthreads();
  if (threadIdx.x == 0) free(a);  // FINDING api-error
}

int main() {
  const int n = 32;
  int *a, *out;
  cudaMalloc(&a, n * sizeof(int));    // FINDING leak
  cudaMalloc(&out, n * sizeof(int));  // FINDING leak
  cudaMemset(a, 0, n * sizeof(int));
  halve<<<1, n>>>(n, a, out);
  printf("%d\n", (int)cudaDeviceSynchronize());
  cudaGetLastError();
  return 0;
}
