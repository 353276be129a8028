// Each thread allocates a workspace on the device's heap and never frees it: that is full after
// some launches. ONLY
#include <cuda_runtime.h>

#include <cstdio>

__global__ void sums(int n, int* out) {
  int* const work = (int*)malloc(n * sizeof(int));  // FINDING leak advice
  for (int k = 0; k < n; ++k) work[k] = k + threadIdx.x;
  int sum = 0;
  for (int k = 0; k < n; ++k) sum += work[k];
  out[threadIdx.x] = sum;
}

int main() {
  int h[32], *out;
  cudaMalloc(&out, sizeof(h));
  for (int round = 0; round < 2; ++round) sums<<<1, 32>>>(10, out);
  cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%d\n", h[31]);
  cudaFree(out);
  return 0;
}
