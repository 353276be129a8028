// Divides the lowest number by -1. A GPU does not stop there.
// NEEDS: x86-64
#include <cuda_runtime.h>

#include <climits>
#include <cstdio>

__global__ void lowest(int* out, long long* wide_out, int minus_one) {
  out[threadIdx.x] = (INT_MIN + (int)threadIdx.x) / minus_one;  // FINDING division.overflow
  wide_out[threadIdx.x] =
      (LLONG_MIN + (int)threadIdx.x) % (long long)minus_one;  // FINDING division.overflow
}

int main() {
  int *out, h[32];
  long long* wide_out;
  cudaMalloc(&out, sizeof(h));
  cudaMalloc(&wide_out, 32 * sizeof(long long));
  lowest<<<1, 32>>>(out, wide_out, -1);
  cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%d %d\n", h[0], h[1]);
  cudaFree(out);
  cudaFree(wide_out);
  return 0;
}
